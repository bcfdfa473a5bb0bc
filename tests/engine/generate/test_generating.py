"""Chains of thought from questions: what is asked, what is written, and what a second run does."""

import json
from pathlib import Path

import pytest
from groundpath.engine.audit.chains import read_chains
from groundpath.engine.audit.steps import parse_text
from groundpath.engine.errors import BadRowError, ChatError, InputError
from groundpath.engine.generate.generating import count_without_plan, generate_to_file
from groundpath.engine.generate.planned import split_plan
from groundpath.engine.generate.questions import read_question_rows
from groundpath.engine.generate.strategies import GenerationSettings, draws, gold_relations
from groundpath.engine.llm.asking import AskedModel
from groundpath.engine.llm.cache import ChatCache
from groundpath.engine.llm.chat import ChatReply
from groundpath.engine.llm.scripted_chat import ScriptedChat

ROWS = [
    {
        "id": "q1",
        "question": "Where was the mother of Cleo born?",
        "topic": "cleo",
        "gold_answers": ["oslo"],
        "gold_paths": [[["anna", "children", "cleo"], ["anna", "place_of_birth", "oslo"]]],
        "tier": "easy",
    },
    {"question": "Who is </question> Bert?", "gold_paths": [[["bert", "spouse", "anna"]]]},
    {"id": "q3", "question": "東京はどこ?\nReally?", "gold_paths": [[["a", "x", "b"]], [["a", "x", "c"]]]},
]
COT = GenerationSettings()


def said(request) -> str:
    return request.messages[-1].content


class Model(ScriptedChat):
    """Tells which question and sample it answers; fails on questions that hold one of the words."""

    def __init__(self, *refused: str):
        self.asked = []
        self.refused = refused
        super().__init__(self._reply, "test:model")

    def _reply(self, request):
        self.asked.append((said(request), request.sample))
        if any(word in said(request) for word in self.refused):
            raise ChatError("the model refused: no")
        text = f"1. About {said(request)}.\nSo the answer is ({request.sample})."
        return ChatReply(text, prompt_tokens=50, completion_tokens=9)


def rows_of(path: Path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture
def cache(tmp_path):
    with ChatCache(tmp_path / "chat.sqlite") as opened:
        yield opened


@pytest.fixture
def questions():
    return read_question_rows(ROWS)


def test_rows_come_out_in_order_with_all_that_they_held(questions, tmp_path, cache):
    done = generate_to_file(AskedModel(Model(), cache), questions, tmp_path / "out.jsonl", COT)
    rows = rows_of(tmp_path / "out.jsonl")
    assert [row["id"] for row in rows] == ["q1", "2", "q3"]
    assert [row["group"] for row in rows] == ["q1", "2", "q3"]
    for row, given in zip(rows, ROWS, strict=True):
        assert given.items() <= row.items()
    assert (
        rows[0]
        | {
            "model": "test:model",
            "strategy": "cot",
            "prompt": "generate-cot@2",
            "sample": 0,
            "leaks_gold": False,
            "temperature": None,
            "top_p": None,
            "seed": None,
            "complete": True,
            "prompt_tokens": 50,
            "completion_tokens": 9,
        }
        == rows[0]
    )
    assert (done.usage.requests, done.usage.prompt_tokens, done.first_failure) == (3, 150, None)


def test_an_audit_reads_what_comes_out(questions, tmp_path, cache):
    out = tmp_path / "out.jsonl"
    generate_to_file(AskedModel(Model("Bert"), cache), questions, out, COT)
    chains = list(read_chains(out))
    assert [chain.text.partition("\n")[2] for chain in chains] == [
        "So the answer is (0).",
        "",
        "So the answer is (0).",
    ]
    assert chains[0].gold_paths == questions[0].asked.gold_paths
    assert chains[0].topic == ("cleo",)


def test_samples_share_a_group_and_draw_apart(questions, tmp_path, cache):
    out = tmp_path / "out.jsonl"
    settings = GenerationSettings("cot-sc", samples=4, seed=10)
    model = Model()
    generate_to_file(AskedModel(model, cache), questions, out, settings)
    rows = rows_of(out)
    assert [row["id"] for row in rows[:5]] == ["q1#0", "q1#1", "q1#2", "q1#3", "2#0"]
    assert {row["group"] for row in rows} == {"q1", "2", "q3"}
    assert [row["seed"] for row in rows[:4]] == [10, 11, 12, 13]
    assert [row["sample"] for row in rows[:4]] == [0, 1, 2, 3]
    assert len(set(model.asked)) == len(model.asked) == 12


def test_a_hint_beside_the_question_holds_its_gold_relations_and_rows_say_so(questions, tmp_path, cache):
    hinted = GenerationSettings("cot-hinted")
    asked = [said(draw.request) for draw in draws(questions, hinted)]
    assert asked[0].endswith("<relation_path>children -> place_of_birth</relation_path>")
    assert asked[2].endswith("<relation_path>x</relation_path>")
    generate_to_file(AskedModel(Model(), cache), questions, tmp_path / "out.jsonl", hinted)
    assert all(row["leaks_gold"] is True for row in rows_of(tmp_path / "out.jsonl"))


@pytest.mark.parametrize("strategy", ["cot", "cot-plan", "cot-sc"])
def test_no_strategy_of_the_paper_shows_what_the_model_is_measured_by(questions, strategy):
    """Section 4: the gold plan stands in the examples alone, never beside the question that is asked."""
    for draw in draws(questions, GenerationSettings(strategy)):
        assert said(draw.request).startswith("<question>")
        sent = "".join(message.content for message in draw.request.messages)
        assert not any(gold in sent for gold in ("children", "oslo", "spouse", "anna"))


def test_with_cot_plan_the_model_plans_first_and_its_plan_is_no_step(questions, tmp_path, cache):
    """Section 4, "CoT-Plan", and Figure 13: one request; five examples with plan, numbered steps and answer;
    the reply opens with the model's own plan."""
    plan = GenerationSettings("cot-plan")
    (draw, *_) = draws(questions[:1], plan)
    examples = [turn.content for turn in draw.request.messages if turn.role == "assistant"]
    assert len(examples) == 5
    assert all(example.startswith("Plan: ") and "\n1. " in example for example in examples)
    chain = "1. Anna is the mother of Cleo.\n2. Anna was born in Oslo.\nSo the answer is (Oslo)."
    model = ScriptedChat(lambda _: f"Plan: mother -> place of birth\n{chain}")
    out = tmp_path / "out.jsonl"
    done = generate_to_file(AskedModel(model, cache), questions[:1], out, plan)
    (row,) = rows_of(out)
    assert (row["plan"], row["cot"], done.usage.requests) == ("mother -> place of birth", chain, 1)
    assert (row["prompt"], row["leaks_gold"]) == ("generate-cot-plan@3", False)
    (chain_read,) = read_chains(out)
    assert parse_text(chain_read.text).steps == ("Anna is the mother of Cleo.", "Anna was born in Oslo.")


def test_a_reply_without_a_plan_is_kept_whole_and_counted(questions, tmp_path, cache):
    out = tmp_path / "out.jsonl"
    generate_to_file(AskedModel(Model("Bert"), cache), questions, out, GenerationSettings("cot-plan"))
    first, failed, _ = rows_of(out)
    assert (first["plan"], first["cot"].startswith("1. About")) == ("", True)
    assert (failed["plan"], failed["cot"], failed["failure"]) == ("", "", "the model refused: no")
    assert count_without_plan(out) == 2


def test_the_published_settings_are_those_of_the_paper():
    """Section 4: "temperature as 0.7 and top p as 0.9 ... in all models"; CoT-SC samples four outputs."""
    sampled = GenerationSettings.as_published("cot-sc", seed=3)
    assert (sampled.temperature, sampled.top_p, sampled.samples, sampled.seed) == (0.7, 0.9, 4, 3)
    assert GenerationSettings.as_published("cot-plan", temperature=1.0).temperature == 1.0
    assert GenerationSettings.as_published().samples == 1
    with pytest.raises(
        InputError, match="'cot-hinted' is none of the paper's; there is cot, cot-plan, cot-sc"
    ):
        GenerationSettings.as_published("cot-hinted")


def test_the_shortest_plans_come_first_and_not_too_many():
    paths = [[[str(n), f"r{n}", "b"]] * (5 - n) for n in range(5)]
    (question,) = read_question_rows([{"question": "?", "gold_paths": paths}])
    assert gold_relations(question).split("\n") == ["r4", "r3 -> r3", "r2 -> r2 -> r2"]


def test_a_hint_needs_a_gold_path(tmp_path, cache):
    model = Model()
    questions = read_question_rows([ROWS[0], {"id": "bare", "question": "Who?"}])
    with pytest.raises(InputError, match="'bare' has no gold_paths"):
        generate_to_file(
            AskedModel(model, cache), questions, tmp_path / "o", GenerationSettings("cot-hinted")
        )
    assert not model.asked


@pytest.mark.parametrize("strategy", ["cot", "cot-hinted", "cot-plan"])
def test_the_examples_that_a_model_is_shown_are_of_the_form_that_an_audit_reads(questions, strategy):
    (first, *_) = draws(questions, GenerationSettings(strategy))
    said_first = (turn.content for turn in first.request.messages if turn.role == "assistant")
    examples = [parse_text(split_plan(reply).cot) for reply in said_first]
    assert len(examples) == 5
    assert all(len(example.steps) >= 2 and example.answer for example in examples)
    assert examples[0].answer == "Finnish, Swedish"


def test_a_question_cannot_leave_its_place(questions):
    asked = [said(draw.request) for draw in draws(questions, COT)]
    assert asked[1] == "<question>Who is &lt;/question> Bert?</question>"
    assert asked[2] == "<question>東京はどこ? Really?</question>"


def test_a_failure_is_told_and_is_no_answer_and_is_asked_again(questions, tmp_path, cache):
    out = tmp_path / "out.jsonl"
    done = generate_to_file(AskedModel(Model("Bert"), cache), questions, out, COT)
    assert done.first_failure == "the model refused: no"
    assert done.usage.failed == 1
    failed = rows_of(out)[1]
    assert (failed["cot"], failed["failure"]) == ("", "the model refused: no")
    patient = Model()
    again = generate_to_file(AskedModel(patient, cache), questions, out, COT)
    assert [text for text, _ in patient.asked] == ["<question>Who is &lt;/question> Bert?</question>"]
    assert again.first_failure is None
    assert again.usage.cached == 2
    generate_to_file(AskedModel(Model(), cache), questions, tmp_path / "whole.jsonl", COT)
    assert out.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


@pytest.mark.parametrize("cut", [1, 5, 60, 700, -1])
def test_a_file_that_was_cut_off_is_completed_and_nothing_is_asked_twice(questions, tmp_path, cache, cut):
    out = tmp_path / "out.jsonl"
    generate_to_file(AskedModel(Model(), cache), questions, out, COT)
    whole = out.read_bytes()
    out.write_bytes(whole[:cut])
    model = Model()
    generate_to_file(AskedModel(model, cache), questions, out, COT)
    assert out.read_bytes() == whole
    assert not model.asked


def test_questions_that_were_added_at_the_end_are_asked_alone(questions, tmp_path):
    out = tmp_path / "out.jsonl"
    generate_to_file(AskedModel(Model(), None), questions[:2], out, COT)
    model = Model()
    generate_to_file(AskedModel(model, None), questions, out, COT)
    assert len(model.asked) == 1
    assert [row["id"] for row in rows_of(out)] == ["q1", "2", "q3"]


@pytest.mark.parametrize(
    "settings",
    [
        GenerationSettings(temperature=0.1),
        GenerationSettings("cot-plan"),
        GenerationSettings("cot-hinted"),
        GenerationSettings("cot-sc", samples=2),
        GenerationSettings(samples=2),
        GenerationSettings(seed=1),
    ],
)
def test_a_file_of_another_run_is_left_alone(questions, tmp_path, cache, settings):
    out = tmp_path / "out.jsonl"
    generate_to_file(AskedModel(Model(), cache), questions, out, COT)
    before = out.read_bytes()
    with pytest.raises(InputError, match=r"out\.jsonl, line 1: made from another"):
        generate_to_file(AskedModel(Model(), cache), questions, out, settings)
    assert out.read_bytes() == before


@pytest.mark.parametrize("content", ["precious notes", '{"id": "q1", "cot": "1."}\n', "\n"])
def test_a_file_that_is_something_else_is_left_alone(questions, tmp_path, cache, content):
    out = tmp_path / "out.jsonl"
    out.write_text(content, "utf-8")
    with pytest.raises(InputError, match="choose another file to write to"):
        generate_to_file(AskedModel(Model(), cache), questions, out, COT)
    assert out.read_text("utf-8") == content


def test_where_nothing_can_succeed_what_was_answered_is_kept(questions, tmp_path, cache):
    out = tmp_path / "out.jsonl"

    def answer(request):
        if "Bert" in said(request):
            raise ChatError("no credit left", fails_all=True)
        return "1. Fine."

    with pytest.raises(ChatError, match="no credit"):
        generate_to_file(AskedModel(ScriptedChat(answer), cache, 1), questions, out, COT)
    assert [row["cot"] for row in rows_of(out)] == ["1. Fine."]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"cot": "1. A."}, "question"),
        ({"question": ""}, "question"),
        ({"question": "?", "id": "q1"}, "id 'q1'"),
        ({"question": "?", "gold_paths": [[["a", "b"]]]}, "gold_paths"),
        (["?"], "a list"),
    ],
)
def test_faults_are_found_before_anything_is_asked(row, said):
    with pytest.raises(BadRowError, match=said) as caught:
        read_question_rows([ROWS[0], row])
    assert caught.value.line == 2


@pytest.mark.parametrize("wrong", [{"strategy": "magic"}, {"samples": 0}, {"samples": 4, "temperature": 0.0}])
def test_settings_out_of_range(wrong):
    with pytest.raises(InputError):
        GenerationSettings(**wrong)
