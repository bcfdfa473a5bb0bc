"""langchain's chat models by name; those that need a provider's package: test_langchain_providers."""

import sys

import pytest
from groundpath.engine.errors import ChatError, InputError
from groundpath.engine.llm.chat import ChatRequest, Message
from groundpath.engine.llm.opening import open_chat

REQUEST = ChatRequest((Message("user", "1 + 1?"),))
MODULE = """
from langchain_core.language_models.fake_chat_models import FakeListChatModel

class Adder(FakeListChatModel):
    responses: list[str] = ["2"]

def three():
    return FakeListChatModel(responses=["3"])

four = FakeListChatModel(responses=["4"])

class Shelf:
    five = staticmethod(lambda: FakeListChatModel(responses=["5"]))

def word():
    return "no model"

def locked():
    raise KeyError("SHOP_KEY\\nis not set")
"""


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_API_BASE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def shop(tmp_path, monkeypatch):
    """A package of a user's own, which Python finds."""
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "__init__.py").touch()
    (tmp_path / "shop" / "models.py").write_text(MODULE, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in ("shop", "shop.models"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("name", "answer"), [("Adder", "2"), ("three", "3"), ("four", "4"), ("Shelf.five", "5")]
)
@pytest.mark.usefixtures("shop")
def test_a_class_a_function_or_a_model_of_a_module(name, answer):
    model = open_chat(f"langchain:shop.models:{name}")
    assert model.model_id == f"langchain:shop.models:{name}"
    assert model.complete(REQUEST).text == answer
    assert model.complete(REQUEST).text == answer


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("shop.models:word", "cannot be made: TypeError: it is a str, not a langchain chat model"),
        ("shop.models:locked", "cannot be made: KeyError: .*SHOP_KEY"),
        ("shop.models:none", "cannot be made: AttributeError: .*none"),
        ("shop.nothing:three", "No module named 'shop.nothing'; .* on PYTHONPATH"),
    ],
)
@pytest.mark.usefixtures("shop")
def test_what_gives_no_model_fails_for_all_requests_in_one_line(name, complaint):
    model = open_chat(f"langchain:{name}")  # a dry run asks nothing, and needs nothing
    with pytest.raises(ChatError, match=f"langchain:{name}:? {complaint}") as caught:
        model.complete(REQUEST)
    assert caught.value.fails_all
    assert "\n" not in str(caught.value)


def test_other_names_are_langchains_own_and_need_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "langchain", None)
    monkeypatch.setitem(sys.modules, "langchain.chat_models", None)
    for name in ("openai:gpt-4.1", "gpt-4.1", "ollama:llama3.2:3b"):
        with pytest.raises(ChatError, match=r"pip install 'groundpath\[langchain\]', and the provider's"):
            open_chat(f"langchain:{name}").complete(REQUEST)


def test_a_server_that_is_not_openais_is_told_in_the_name(monkeypatch):
    """Answers are kept under the name: those of two servers must not mix."""
    assert open_chat("langchain:openai:m").model_id == "langchain:openai:m"
    monkeypatch.setenv("OPENAI_BASE_URL", "http://me:secret@localhost:8000/v1")
    assert open_chat("langchain:openai:m").model_id == "langchain:openai:m@localhost:8000/v1"
    assert open_chat("langchain:gpt-5").model_id == "langchain:gpt-5@localhost:8000/v1"
    assert open_chat("langchain:mistralai:m").model_id == "langchain:mistralai:m"
    monkeypatch.setenv("OPENAI_API_BASE", "nowhere")
    with pytest.raises(ChatError, match="is not an address"):
        open_chat("langchain:openai:m")


def test_the_forms_are_told():
    with pytest.raises(InputError, match="langchain:PROVIDER:MODEL, langchain:PACKAGE"):
        open_chat("langchain:")


@pytest.mark.parametrize(
    ("variable", "address", "name", "model_id"),
    [
        ("OLLAMA_HOST", "localhost:11434", "ollama:m", "langchain:ollama:m@localhost:11434"),
        ("ANTHROPIC_BASE_URL", "https://u:key@host/v1", "anthropic:m", "langchain:anthropic:m@host/v1"),
        ("OLLAMA_HOST", "localhost:11434", "anthropic:m", "langchain:anthropic:m"),
    ],
)
def test_answers_of_two_servers_are_kept_apart(monkeypatch, variable, address, name, model_id):
    monkeypatch.setenv(variable, address)
    assert open_chat(f"langchain:{name}").model_id == model_id
