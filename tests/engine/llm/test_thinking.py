"""What a model thinks is told apart from what it says, in all the marks that models use."""

import json
from itertools import pairwise
from time import monotonic, process_time

import pytest
from groundpath.engine.llm.asking import ask_all
from groundpath.engine.llm.chat import ChatReply, ChatRequest, Message, TokenAlternatives
from groundpath.engine.llm.cost import usage_of
from groundpath.engine.llm.parts import parts_of, written
from groundpath.engine.llm.scripted_chat import ScriptedChat
from groundpath.engine.llm.thinking import heard, said, said_spans
from hypothesis import given
from hypothesis import strategies as st

MARKED = [
    "<think>{}</think>{}",
    "<think>\n{}\n</think>\n\n{}",
    "<THINK>{}</Think>{}",
    "{}</think>{}",  # the prompt ends with the first mark
    "<thinking>{}</thinking>\n{}",
    '<thinking effort="high">{}</thinking>{}',
    "<thought>{}</thought>{}",
    "<reasoning>{}</reasoning>{}",
    "<scratchpad>{}</scratchpad>{}",
    "<seed:think>{}</seed:think>{}",
    "[THINK]{}[/THINK]{}",
    "[reasoning]{}[/reasoning]{}",
    "◁think▷{}◁/think▷{}",
    "<|thinking|>{}<|/thinking|>{}",
    "<|think:start|>{}<|think:end|>{}",
    "<|START_THINKING|>{}<|END_THINKING|><|START_RESPONSE|>{}<|END_RESPONSE|>",
    "<|begin_of_thought|>{}<|end_of_thought|><|begin_of_solution|>{}<|end_of_solution|>",
    "<|inner_prefix|>{}<|inner_suffix|>{}",
    "<|channel>thought\n{}<channel|>{}",
    "<unused94>thought\n{}<unused95>{}",
    "[unused16]{}[unused17]{}",
    "&lt;think&gt;{}&lt;/think&gt;{}",
    '<details type="reasoning" done="true">\n{}\n</details>\n{}',
    "Here is my thought process: {}\n\nHere is my response: {}",
    "Thinking...\n{}\n...done thinking.\n\n{}",
    "<|channel|>analysis<|message|>{}<|end|><|start|>assistant<|channel|>final<|message|>{}",
    "<|channel|>analysis<|message|>{}<|end|><|start|>assistant<|channel|>final<|message|>{}<|return|>",
    "<|channel|>commentary to=functions.find <|constrain|>json<|message|>{}<|call|>"
    "<|start|>assistant<|channel|>final<|message|>{}",
    "analysis<|message|>{}<|end|><|start|>assistant<|channel|>final<|message|>{}",
    "<|start|>assistant to=self<|message|>{}<|eom|><|start|>assistant to=user<|message|>{}<|eot|>",
    "analysis{}assistantfinal{}",
    "{}assistantfinal{}",
    "<longcat_think>{}</longcat_think>{}",
    "<thinking_process>{}</thinking_process>{}",
    "<reasoning_content>{}</reasoning_content>{}",
    "Here are my reasoning steps:\n{}\n[BEGIN FINAL RESPONSE]\n{}\n[END FINAL RESPONSE]",
    "<|think|>{}<|end|><|begin|>assistant<|content|>{}<|end|>",
]
THOUGHT, SAID = "It may be Paris. No.", "1. A is B.\nSo the answer is (B)."


@pytest.mark.parametrize("marked", MARKED)
def test_what_is_thought_is_not_said(marked):
    assert heard(marked.format(THOUGHT, SAID)) == (SAID, THOUGHT)


@pytest.mark.parametrize("marked", MARKED)
def test_of_a_reply_that_is_cut_off_while_it_thinks_nothing_is_said(marked):
    cut, _, _ = marked.partition("{}")
    if cut and not cut.startswith(("[reasoning]", "Here ", "Thinking...")):  # which may be headings
        assert heard(f"{cut}{THOUGHT}").said == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<think>a<think>b</think>c</think>d", "d"),
        ("<thinking>a<reflection>b</reflection>c</thinking>d", "d"),
        ("<think>a</think>b<think>c</think>d", "bd"),
        ("One.<think>a</think>Two.", "One.\nTwo."),
        ("One.\n<think>but wait", "One."),
        ("<think></think>\n\nLyon", "Lyon"),
        ("```\n<think>a</think>\n⟨b; c; d⟩\n```", "```\n\n⟨b; c; d⟩\n```"),
        ('{"answer": "<think>a</think>Lyon"}', '{"answer": "Lyon"}'),
        ("<think>the mark `</think>` ends it. Yes</think>Lyon", "Lyon"),
        ("<|channel|>final<|message|>Lyon", "Lyon"),
        ("finalLyon", "Lyon"),
        ("<think />Lyon", "Lyon"),
        ("<think/>Lyon", "Lyon"),
        # a quotation that ends before the mark is none around it
        ('It may be "NO"</think>"YES"', '"YES"'),
        ("It's 'NO'</think>'YES'", "'YES'"),
        ("It is `NO`</think>`YES`", "`YES`"),
        ('<think>He may mean "Paris."</think>"Lyon"', '"Lyon"'),
        ('可能是"否"</think>"是"', '"是"'),
        # code that does not end before the mark is none around it
        ("I write:\n```\nParis\n\nOkay.</think>\nLyon", "Lyon"),
        ("I write:\n```\nParis\n\nOkay.</think>\n```json\n[1]\n```", "```json\n[1]\n```"),
        (
            "<|channel|>analysis<|message|>```\nParis<|end|><|start|>assistant<|channel|>final<|message|>```\n1\n```",
            "```\n1\n```",
        ),
    ],
)
def test_thoughts_within_and_between(text, said):
    assert heard(text).said == said


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Lyon",
        "The tag `<think>` opens what `</think>` closes.",
        'He wrote "<think>" above "</think>".',
        'The mark **"</think>"** ends it, ("</think>").',
        '标签"</think>"表示结束。',
        "Begin with `<|channel|>final<|message|>` to speak, `<|end|>` to end, `<think/>` for nothing.",
        "Use:\n```\n<|start|>assistant<|channel|>analysis<|message|>x<|end|>\n```\nDone.",
        "analysis Of the path",
        "finally it holds",
        "In HTML, <think> is no tag.",
        "As code:\n```\n<think>\nhm\n</think>\n```\nThat is all.",
        "[Reasoning]\n1. A is B.\n[Answer] B",
        "<steps>1. A is B.</steps><answer>B</answer>",
        "analysis of the path: it holds",
        "Analysis: it holds. The assistant final say is hers.",
        "final answer: Lyon",
        "final",
        "<Anne> <mother> <Eve>",
    ],
)
def test_a_text_without_thoughts_is_as_it_was(text):
    assert heard(text) == (text, "")


PIECES = [
    *("<think>", "</think>", "[THINK]", "`", '"', "\n", "```\n", "a", "◁think▷"),
    *("<|channel|>", "final", "<|message|>", "<|end|>", "analysis", "assistantfinal", "<|start|>assistant"),
]


@given(st.lists(st.sampled_from(PIECES)))
def test_any_text_can_be_heard_and_what_is_said_stands_in_it(parts):
    text = "".join(parts)
    spans = said_spans(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(one.end < other.start for one, other in pairwise(spans))
    said = heard(text).said
    assert "".join(said.split()) == "".join("".join(text[slice(*span)] for span in spans).split())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Assistant: <think>So the answer is (Paris", "Assistant:"),
        ("Sure, let me think. <think>Paris", "Sure, let me think."),
        ("analysis The user asks for Paris", ""),
        ("analysisthe user asks for Paris", ""),
        ("The tag `<think>` opens what", "The tag `<think>` opens what"),
        ("analysis of the path: it", "analysis of the path: it"),
    ],
)
def test_a_reply_that_is_cut_off_may_begin_its_thought_within_a_line(text, said):
    assert heard(text, complete=False).said == said


# -- content in parts


@pytest.mark.parametrize(
    ("message", "said", "thought"),
    [
        ({"content": "Oslo"}, "Oslo", ""),
        ({"content": "Oslo", "reasoning_content": "Hm."}, "Oslo", "Hm."),
        ({"content": "Oslo", "reasoning": "Hm."}, "Oslo", "Hm."),
        (
            {"content": "Oslo", "reasoning_details": [{"type": "reasoning.text", "text": "Hm."}]},
            "Oslo",
            "Hm.",
        ),
        ({"content": [{"type": "text", "text": "Os"}, {"type": "text", "text": "lo"}]}, "Oslo", ""),
        ({"content": ["Os", "lo"]}, "Oslo", ""),
        (
            {"content": [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Oslo"}]},
            "Oslo",
            "Hm.",
        ),
        (
            {
                "content": [
                    {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]},
                    {"type": "text", "text": "Oslo"},
                ]
            },
            "Oslo",
            "Hm.",
        ),
        (
            {
                "content": [
                    {"type": "redacted_thinking", "data": "x"},
                    {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Hm."}]},
                    {"type": "output_text", "text": "Oslo"},
                ]
            },
            "Oslo",
            "Hm.",
        ),
        ({"content": [{"text": "Hm.", "thought": True}, {"text": "Oslo"}]}, "Oslo", "Hm."),
        *(
            ({"content": [{"type": "text", **flag, "text": "Hm."}, {**last, "text": "Oslo"}]}, "Oslo", "Hm.")
            for flag, last in (
                ({"channel": "analysis"}, {"type": "text", "channel": "final"}),
                ({"phase": "commentary"}, {"type": "output_text", "phase": "final_answer"}),
                ({"thought": "true"}, {"thought": "false"}),
                ({"thought": 1}, {"thought": 0}),
                ({"is_thought": True}, {"phase": ["x"], "channel": None}),
            )
        ),
        (
            {
                "content": [
                    {"type": "message", "channel": "analysis", "content": [{"type": "text", "text": "Hm."}]},
                    {"type": "message", "channel": "final", "content": [{"type": "text", "text": "Oslo"}]},
                ]
            },
            "Oslo",
            "Hm.",
        ),
        (
            {
                "content": [
                    {"type": "text", "text": "One."},
                    {"type": "tool_use", "name": "find", "input": {"text": "no"}},
                    {"type": "text", "text": "Two."},
                ]
            },
            "One.\nTwo.",
            "",
        ),
        ({"content": [{"type": "text", "text": {"value": "Oslo", "annotations": []}}]}, "Oslo", ""),
        ({"content": [{"type": "image_url", "image_url": {"url": "x"}}, 5, None]}, "", ""),
        ({"content": 5}, "", ""),
    ],
)
def test_parts_of_a_message(message, said, thought):
    assert parts_of(message)[:2] == (said, thought)


def test_a_refusal_and_calls_of_tools_are_told():
    assert parts_of({"content": [{"type": "refusal", "refusal": "I cannot."}]}).refusal == "I cannot."
    assert parts_of({"content": None, "tool_calls": [{"function": {"name": "find"}}]}).calls == ("find",)
    assert parts_of({"content": [{"type": "tool_use", "name": "find"}]}).calls == ("find",)


def test_content_nested_without_end_is_passed_over():
    deep = "x"
    for _ in range(10_000):
        deep = [deep]
    assert parts_of({"content": deep, "reasoning": deep}) == ("", "", "", ())


@pytest.mark.parametrize("kind", [["text"], {}, 1])
def test_a_part_whose_type_is_no_text_is_passed_over(kind):
    """Servers are not taken on trust: it was a TypeError, which ended the run."""
    content = [{"type": kind, "text": "Hm."}, {"type": "text", "text": "Lyon"}]
    assert parts_of({"content": content}).said == "Lyon"


@pytest.mark.parametrize("begins", ["<|", "<|start|>", "<|channel|>final"])
def test_a_model_that_repeats_blanks_is_heard_at_once(begins):
    """A loop of blanks up to the limit of tokens: linear time, where 20,000 of them took minutes."""
    before = monotonic()
    heard(begins + " " * 20_000 + "x")
    assert monotonic() - before < 10


def test_blanks_behind_a_mark_cost_little_more_than_words():
    """Each of them was gone over again and again: 2 MB took 25 s on a machine that does other things."""

    def took(text):
        before = process_time()
        heard(text)
        return process_time() - before

    heard("<|start|>")  # reads the table
    blanks, words = ("<|start|>" + " " * 20) * 10_000, ("<|start>|" + "x" * 20) * 10_000
    assert min(took(blanks) for _ in range(3)) < 4 * min(took(words) for _ in range(3))


def test_a_row_may_hold_a_text_in_parts():
    parts = [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Oslo"}]
    assert (said(written(parts)), heard(written(parts)).thought) == ("Oslo", "Hm.")
    assert (written("Oslo"), written(["Oslo"]), written(5)) == ("Oslo", None, None)


# -- whoever asks


def answers(reply, **settings):
    model = ScriptedChat(lambda _: reply)
    return next(ask_all(model, [ChatRequest((Message("user", "Which?"),), **settings)], cache=None))


def test_whoever_asks_gets_what_is_said_and_pays_for_what_is_thought():
    asked = answers(ChatReply("<think>Paris? No.</think>Lyon", thought="First."))
    assert (asked.reply.text, asked.reply.thought) == ("Lyon", "First.\nParis? No.")
    assert usage_of(asked).completion_tokens > usage_of(answers("Lyon")).completion_tokens


@pytest.mark.parametrize(
    ("complete", "why"), [(True, "thought and said nothing"), (False, "was cut off while it")]
)
def test_a_reply_that_only_thinks_is_no_answer(complete, why):
    asked = answers(ChatReply("<think>So the answer is YES", complete=complete))
    assert asked.reply is None
    assert why in asked.failure


def test_log_probabilities_are_those_of_what_is_said():
    tokens = ["<think>", "A", "</think>", "\n", "B"]
    places = tuple(TokenAlternatives(token, ((token, -0.1),)) for token in tokens)
    inline = answers(ChatReply("".join(tokens), logprobs=places))
    assert [place.token for place in inline.reply.logprobs] == ["\n", "B"]
    parsed_by_the_server = answers(ChatReply("B", thought="A", logprobs=places))
    assert [place.token for place in parsed_by_the_server.reply.logprobs] == ["\n", "B"]
    plain = answers(ChatReply("B", logprobs=places[-1:]))
    assert [place.token for place in plain.reply.logprobs] == ["B"]


def test_marks_in_a_script_are_heard_as_from_a_server(tmp_path):
    script = tmp_path / "s.jsonl"
    script.write_text(json.dumps({"answer": "[THINK]Paris?[/THINK]Lyon"}), "utf-8")
    (asked,) = ask_all(ScriptedChat.from_file(script), [ChatRequest((Message("user", "?"),))], cache=None)
    assert asked.reply.text == "Lyon"
