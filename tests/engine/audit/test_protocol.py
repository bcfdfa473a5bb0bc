"""The paper's protocol: abstained by keywords, unstructured by layout, and figures that count both."""

import time
from pathlib import Path

import pytest
from groundpath import Auditor, PaperProtocol
from groundpath.engine.audit.results import summarise
from groundpath.engine.audit.verdicts import ChainOfThought, Verdict
from groundpath.engine.errors import InputError
from groundpath.engine.store.protocol import GraphStore

KEYWORDS = (
    "not have knowledge",
    "more information",
    "need more",
    "unknown",
    "cannot",
    "sorry",
    "impossible",
    "not possible",
    "unable",
    "unclear",
)
STEPS = (
    "1. Anne of York's spouse is Thomas Howard, 3rd Duke of Norfolk.\n"
    "2. Thomas Howard, 3rd Duke of Norfolk's nationality is England.\n"
)
FAITHFUL = f"{STEPS}So the answer is (England)."
WRONG = f"{STEPS}So the answer is (Wales)."
PAPER = PaperProtocol()


def test_the_keywords_are_those_of_appendix_c4() -> None:
    assert PAPER.abstained == KEYWORDS
    assert PAPER.label == "paper"


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_a_keyword_anywhere_abstains(keyword: str) -> None:
    """Appendix C.4. Titles are no exception, and a reply that also lacks the layout counts as abstained."""
    for text in (f"1. It is {keyword.capitalize()}!\nSo the answer is (X).", f"I am {keyword}"):
        read = PAPER.read(text)
        assert (read.unscored_as, read.steps, read.answer) == ("abstained", (), None)
        assert f"“{keyword}”" in read.reason


@pytest.mark.parametrize(
    ("text", "steps", "answer"),
    [
        (FAITHFUL, 2, "England"),
        ("1. A is B.\nSo the answer is (B).", 1, "B"),
        ("1. A is B.\n2. B is C.\n3. C is D.\n\nThe answer to the question is D.", 3, "D"),
        ("1. A is B.\nThe answer is: B", 1, "B"),
        ("1. A is B.\nSo the answer is (B). I hope this helps!", 1, "B"),
        ("1. A is B.\nSo the answer is ().", 1, ""),
        ("Let us think.\n1. A is B.\n\nThus, C is D.\n\nSo the answer is (B).", 1, "B"),
        ("1. A is B; the answer is far.\n2. B is C.\nSo the answer is (C).", 2, "C"),
    ],
)
def test_a_structured_reply_has_its_numbered_steps_alone(text: str, steps: int, answer: str) -> None:
    """Appendix C.5: "1. <step1>", "2. <step2>", …, and "(T|t)he answer( to the question)? is …"."""
    read = PAPER.read(text)
    assert (len(read.steps), read.answer, read.unscored_as) == (steps, answer, None)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "So the answer is (England).",
        "Anne wed Thomas. Thomas is from England. So the answer is (England).",
        "- Anne wed Thomas.\n- Thomas is from England.\nSo the answer is (England).",
        "Step 1: Anne wed Thomas.\nSo the answer is (England).",
        "1. Anne wed Thomas.\n2. Thomas is from England.",
        "1. Anne wed Thomas.\nAnswer: England",
        "So the answer is (England).\n1. Anne wed Thomas.",
        "2. Thomas is from England.\nSo the answer is (England).",
        "1. 42\nSo the answer is (England).",
    ],
)
def test_any_other_layout_is_unstructured(text: str) -> None:
    assert PAPER.read(text).unscored_as == "unstructured"


@pytest.mark.parametrize(
    "line", ["1. x\n", "1.\n", "The answer is", "the answer i\n", "\n", "1. the answer "]
)
def test_long_replies_take_no_time(line: str) -> None:
    began = time.process_time()  # of this process alone, however busy the machine is
    PAPER.read(line * 20_000)
    assert time.process_time() - began < 5


REPLIES = {
    "right": FAITHFUL,
    "wrong": WRONG,
    "false": "1. Anne of York invented the telephone.\nSo the answer is (England).",
    "title": FAITHFUL.replace("So the", "It is Mission Impossible. So the"),
    "bullets": FAITHFUL.replace("1. ", "- ").replace("2. ", "- "),
    "silent": "I do not know.",
}


def verdicts(auditor: Auditor) -> dict[str, Verdict]:
    chains = [ChainOfThought(id, "?", text, gold_answers=("england",)) for id, text in REPLIES.items()]
    return {verdict.id: verdict for verdict in auditor.audit_all(chains)}


def test_precision_and_recall_count_what_the_paper_counts(audit_store: GraphStore) -> None:
    """Equations 3 and 4, Appendix C.3. FR 1 (right), UR 2 (wrong, false), A 1 (title), U 2 (bullets, silent):
    "I do not know" holds none of the keywords, and has not the layout. P = 1/3, R = 1/6, F1 = 2/9; of the
    answers 2 are right (right, false) and 1 is wrong: P = 2/3, R = 2/6."""
    found = verdicts(Auditor(audit_store, "family", protocol=PAPER))
    figures = summarise(found.values()).figures
    counts = (figures.faithful, figures.unfaithful, figures.abstained, figures.unstructured, figures.other)
    assert counts == (1, 2, 1, 2, 0)
    assert (figures.precision, figures.recall) == (1 / 3, 1 / 6)
    assert figures.reasoning_f1 == pytest.approx(2 / 9)
    assert (figures.answer_precision, figures.answer_accuracy) == (2 / 3, 2 / 6)
    assert found["bullets"].answer_right is None
    assert {verdict.protocol for verdict in found.values()} == {"paper"}
    assert {verdict.method for verdict in found.values()} == {"paper"}


def test_without_the_protocol_method_paper_reads_every_layout(audit_store: GraphStore) -> None:
    found = verdicts(Auditor(audit_store, "family", method="paper"))
    assert (found["title"].unscored_as, found["bullets"].verdict) == (None, "faithful")
    assert found["silent"].unscored_as == "abstained"
    assert {verdict.protocol for verdict in found.values()} == {"groundpath"}


def test_a_verdict_keeps_its_protocol(audit_store: GraphStore) -> None:
    verdict = verdicts(Auditor(audit_store, "family", protocol=PAPER))["title"]
    row = verdict.to_dict()
    assert (row["protocol"], Verdict.from_dict(row)) == ("paper", verdict)
    del row["protocol"]  # as files were written before
    assert Verdict.from_dict(row).protocol == "groundpath"


def test_a_protocol_of_ones_own_has_another_name(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("# what my model says\nno idea\n\nkeine Ahnung\n", "utf-8")
    (tmp_path / "layout.txt").write_text(r"(?s)Step 1:.*Result = (?P<answer>\w+)" + "\n", "utf-8")
    own = PaperProtocol.of_files(tmp_path / "words.txt", tmp_path / "layout.txt")
    assert own.read("KEINE AHNUNG").unscored_as == "abstained"
    assert own.read("Step 1: The unknown is A.\nStep 2: A is B.\nResult = B").answer == "B"
    assert own.read(FAITHFUL).unscored_as == "unstructured"
    assert own.label.startswith("paper@own-")
    assert PaperProtocol.of_files(tmp_path / "words.txt").structured == PAPER.structured


def test_a_group_that_took_no_part_tells_no_answer() -> None:
    """Then groundpath finds it, and no step is cut off."""
    own = PaperProtocol(structured=r"(?s)1\..*?(?:$|Result = (?P<answer>\w+))")
    either = PaperProtocol(structured=r"Result = (?P<answer>\w+)|1\. ")
    for protocol in (own, either):
        read = protocol.read("1. A is B.\n2. B is C.\nSo the answer is (C).")
        assert (read.steps, read.answer) == (("A is B.", "B is C."), "C")
    read = either.read("1. A is B.\n2. B is C.")
    assert (read.unscored_as, read.reason) == ("unstructured", "The text holds no answer.")


@pytest.mark.parametrize(("content", "said"), [("# nothing\n", "holds no line"), ("a\nb\n", "holds 2 lines")])
def test_a_file_of_a_pattern_holds_one(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "layout.txt").write_text(content, "utf-8")
    with pytest.raises(InputError, match=rf"layout\.txt {said}"):
        PaperProtocol.of_files(structured=tmp_path / "layout.txt")


def test_what_is_no_protocol_is_refused(audit_store: GraphStore, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no regular expression"):
        PaperProtocol(structured="(")
    with pytest.raises(InputError, match="every reply would abstain"):
        PaperProtocol(abstained=("sorry", " "))
    with pytest.raises(InputError, match="cannot be read"):
        PaperProtocol.of_files(tmp_path / "nowhere.txt")
    with pytest.raises(InputError, match="by method 'paper', not by 'path'"):
        Auditor(audit_store, "family", method="path", protocol=PAPER)


def test_verdicts_of_another_protocol_are_not_gone_on_with(audit_store: GraphStore) -> None:
    paper, own = PaperProtocol(), PaperProtocol(abstained=("sorry",))
    auditors = [Auditor(audit_store, "family", method="paper", protocol=one) for one in (None, paper, own)]
    assert len({auditor.version for auditor in auditors}) == 3
