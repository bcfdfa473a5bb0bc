"""Prompts and demonstrations of a user take the place of groundpath's own, for as long as a block lasts."""

import pytest
from groundpath.engine.errors import BadRowError, InputError
from groundpath.engine.llm.own_prompts import own_prompts
from groundpath.engine.llm.prompts import load_prompt, shipped_prompt

MINE = "---\nid: generate-cot\n---\n[user]\nQ: {{question}}\nLet's see.\n"


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.prompt"
    path.write_text(MINE)
    return path


def shown(tmp_path, *lines):
    path = tmp_path / "shown.jsonl"
    path.write_text("\n".join(lines))
    return path


def test_a_prompt_is_asked_word_for_word_while_the_block_lasts(mine):
    with own_prompts([mine], of=["generate-cot"]):
        asked = load_prompt("generate-cot").fill(question="Who?")
        assert [(turn.role, turn.content) for turn in asked] == [("user", "Q: Who?\nLet's see.")]
        assert load_prompt("generate-cot-plan") == shipped_prompt("generate-cot-plan")
    assert load_prompt("generate-cot") == shipped_prompt("generate-cot")


def test_rows_tell_a_prompt_of_the_users_by_its_wording(mine, tmp_path):
    other = tmp_path / "other.prompt"
    other.write_text(MINE.replace("see", "think"))
    labels = set()
    for file in (mine, other):
        with own_prompts([file], of=["generate-cot"]):
            labels.add(load_prompt("generate-cot").label)
    assert len(labels) == 2
    assert all(label.startswith("generate-cot@own-") for label in labels)
    assert shipped_prompt("generate-cot").label == "generate-cot@2"


def test_a_prompt_may_leave_inputs_out_and_may_not_ask_for_others(tmp_path):
    file = tmp_path / "p.prompt"
    file.write_text("---\nid: discriminate-zero-shot\n---\n[user]\n{{path}} Valid?\n")
    with own_prompts([file], of=["discriminate-zero-shot"]):
        (turn,) = load_prompt("discriminate-zero-shot").fill(question="Who?", answer="Ann", path="A -> B")
        assert turn.content == "A -> B Valid?"
    file.write_text("---\nid: discriminate-zero-shot\n---\n[user]\n{{gold}}\n")
    with (
        pytest.raises(InputError, match=r"p\.prompt has a place for gold; .* question, answer, path"),
        own_prompts([file], of=["discriminate-zero-shot"]),
    ):
        pass


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Q: {{question}}", "front matter"),
        ("---\nid: trace-select\n---\n[user]\nQ\n", "has the id 'trace-select', .* generate-cot"),
        ("---\nid: generate-cot\n---\n[user]\nQ\n[assistant]\nA\n", r"does not end with a \[user\]"),
        ("---\nid: generate-cot\n---\nQ\n", "does not begin with a line"),
    ],
)
def test_a_file_that_is_no_such_prompt_is_named(tmp_path, text, said):
    file = tmp_path / "p.prompt"
    file.write_text(text)
    with pytest.raises(InputError, match=said), own_prompts([file], of=["generate-cot"]):
        pass


def test_demonstrations_take_the_place_of_the_examples_alone(tmp_path):
    file = shown(tmp_path, '{"question": "1+1? {{question}}", "reply": "So the answer is ({{2}})."}')
    with own_prompts(demonstrations=file, of=["generate-cot"]):
        asked = load_prompt("generate-cot").fill(question="Who?")
    assert [turn.role for turn in asked] == ["system", "user", "assistant", "user"]
    assert asked[0].content == shipped_prompt("generate-cot").turns[0].content
    assert asked[1].content == "<question>1+1? {{question}}</question>"
    assert asked[2].content == "So the answer is ({{2}})."
    assert asked[3].content == "<question>Who?</question>"


def test_a_prompt_and_demonstrations_go_together(mine, tmp_path):
    file = shown(tmp_path, '{"question": "1+1?", "reply": "2"}')
    with own_prompts([mine], file, of=["generate-cot"]):
        asked = load_prompt("generate-cot").fill(question="Who?")
    assert [turn.content for turn in asked] == ["Q: 1+1?\nLet's see.", "2", "Q: Who?\nLet's see."]


@pytest.mark.parametrize(
    ("lines", "kind", "said"),
    [
        ([], InputError, "no demonstration"),
        (['{"q": "1+1?", "reply": "2"}'], InputError, r"question \(generate-cot\)"),
        (
            ['{"question": "1+1?", "reply": "2"}', '{"question": "2+2?"}'],
            BadRowError,
            "line 2: .*question, reply",
        ),
        (['{"question": "1+1?", "reply": 2}'], BadRowError, "line 1: is no object of texts"),
        (["{"], BadRowError, "line 1: is not JSON"),
    ],
)
def test_malformed_demonstrations_are_named_with_their_line(tmp_path, lines, kind, said):
    with (
        pytest.raises(kind, match=said),
        own_prompts(demonstrations=shown(tmp_path, *lines), of=["generate-cot"]),
    ):
        pass
