"""Tokens are counted by the model's own tokenizer where one is named, and the server's word goes first."""

import pytest
import tiktoken
from groundpath.engine.errors import InputError
from groundpath.engine.llm.asking import ask_all
from groundpath.engine.llm.chat import ChatReply, ChatRequest, Message
from groundpath.engine.llm.cost import estimate, usage_of
from groundpath.engine.llm.opening import open_chat
from groundpath.engine.llm.scripted_chat import ScriptedChat
from groundpath.engine.llm.tokens import TokenizedChat, counter_of, open_tokenizer, tokens_of
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

REQUEST = ChatRequest((Message("user", "one two three"),))


def tiny():
    """An encoding of tiktoken: the 256 bytes, two merges, and a mark."""
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"on": 256, b"one": 257}
    return {
        "name": "tiny",
        "pat_str": r"\w+|\W+",
        "mergeable_ranks": ranks,
        "special_tokens": {"<|end|>": 258},
    }


@pytest.fixture
def tokenizer_file(tmp_path):
    """A word is a token; what it cut a text to when it was trained does not count."""
    tokenizer = Tokenizer(WordLevel({"[UNK]": 0, "one": 1, "two": 2}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.enable_truncation(2)
    tokenizer.enable_padding(length=64)
    path = tmp_path / "tokenizer.json"
    tokenizer.save(str(path))
    return path


def usage(model, reply):
    (asked,) = ask_all(model(lambda _: reply), [REQUEST], cache=None)
    return usage_of(asked)


def test_tokens_of_a_tokenizer_file(tokenizer_file):
    count = open_tokenizer(str(tokenizer_file))
    assert count("one two three four five") == 5
    assert count("") == 0
    assert count("half of a pair: \ud83c") > 0
    assert open_tokenizer(str(tokenizer_file.parent))("one two") == 2


def test_tokens_of_tiktoken(monkeypatch):
    tiktoken.list_encoding_names()  # which finds them
    monkeypatch.setitem(tiktoken.registry.ENCODING_CONSTRUCTORS, "tiny", tiny)
    count = open_tokenizer("tiktoken:tiny")
    assert count("one") == 1
    assert count("one two") == 1 + 1 + 3
    assert count("<|end|>") == 7  # in a text, no mark of the protocol
    with pytest.raises(InputError, match=r"knows no model or encoding 'nosuch'.*tiny"):
        open_tokenizer("tiktoken:nosuch")


def test_what_costs_is_counted_before_and_after_where_the_server_does_not_tell(tokenizer_file):
    tokenizer = open_tokenizer(str(tokenizer_file))

    def tokenized(answer):
        return TokenizedChat(ScriptedChat(answer), tokenizer)

    marks = 4  # around one message
    before = estimate(tokenized(lambda _: ""), [REQUEST])
    assert (before.prompt_tokens, before.estimated) == (3 + marks, 1)
    after = usage(tokenized, "four five")
    assert (after.prompt_tokens, after.completion_tokens, after.estimated) == (3 + marks, 2, 0)
    estimated = usage(ScriptedChat, "four five")
    assert (estimated.completion_tokens, estimated.estimated) == (tokens_of("four five"), 1) == (3, 1)


def test_what_the_server_tells_goes_first(tokenizer_file):
    tokenizer = open_tokenizer(str(tokenizer_file))
    reply = ChatReply("four five", prompt_tokens=40, completion_tokens=10)
    found = usage(lambda answer: TokenizedChat(ScriptedChat(answer), tokenizer), reply)
    assert (found.prompt_tokens, found.completion_tokens, found.estimated) == (40, 10, 0)


def test_a_model_keeps_its_name_and_its_answers_with_a_tokenizer(tokenizer_file, tmp_path):
    script = tmp_path / "script.jsonl"
    script.write_text('{"answer": "yes"}\n', "utf-8")
    plain = open_chat(f"scripted:{script}")
    counting = open_chat(f"scripted:{script}", str(tokenizer_file))
    assert counting.model_id == plain.model_id
    assert counting.complete(REQUEST).text == "yes"
    assert counter_of(counting)("one two three") == 3
    assert counter_of(plain) is tokens_of


@pytest.mark.parametrize(
    ("content", "said"), [(None, "cannot be read: No such file"), ("{}", "is no tokenizer.json")]
)
def test_what_is_no_tokenizer_is_told(tmp_path, content, said):
    file = tmp_path / "tokenizer.json"
    if content is not None:
        file.write_text(content, "utf-8")
    with pytest.raises(InputError, match=said):
        open_tokenizer(str(file))
