"""The page of a check: each claim beside its evidence, marked in its document; safe with any text."""

import base64
import hashlib
import re
import tracemalloc
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from ann_checks import ANN, checked_rows
from groundpath import CheckedAnswer, CheckHeader, write_check_html
from groundpath.engine.audit.evidence import GroundedFact
from groundpath.engine.check import summary
from groundpath.engine.check.evidence import Evidence, Excerpt
from groundpath.engine.check.verdicts import Chances, CheckedCitation, CheckedClaim, CheckedSentence
from groundpath.engine.errors import InputError
from groundpath.engine.report.check_page import MOST_OPEN_ANSWERS
from html_page import HOSTILE, Page

HEADER = CheckHeader("Check of answers.jsonl", "answers.jsonl", "policies/")
MakeFact = Callable[..., GroundedFact]
MakePage = Callable[..., Page]


@pytest.fixture(scope="module")
def ann() -> CheckedAnswer:
    return checked_rows([ANN])[0]


@pytest.fixture(scope="module")
def others() -> list[CheckedAnswer]:
    """One that claims nothing, and one that could not be judged."""
    asks = {**ANN, "id": "asks", "model": "large", "answer": "Is it so?"}
    return checked_rows([asks, {"id": "alone", "answer": "Ann lives in Ely."}])


@pytest.fixture
def page_of(tmp_path: Path) -> MakePage:
    def write(checked: Iterable[CheckedAnswer], header: CheckHeader = HEADER) -> Page:
        write_check_html(checked, tmp_path / "page.html", header)
        return Page((tmp_path / "page.html").read_text("utf-8"))

    return write


def claim_of(text: str, fact: GroundedFact) -> CheckedClaim:
    evidence = Evidence(0, text, text, 0, 3, 3 + len(text), text, text, text)
    return CheckedClaim(
        text, f"{text}!", "supported", Chances(0.9, 0.0, 0.1), (evidence,), text, "both", "supported", (fact,)
    )


def answer_of(text: str, make_fact: MakeFact, claims: int = 1, number: int = 0) -> CheckedAnswer:
    """An answer that consists of a text wherever text stands."""
    claim = claim_of(text, make_fact(text, text, text))
    cited = CheckedCitation(text, (text,), "supports", 0.5)
    sentence = CheckedSentence(1, text, 0, len(text), None, (claim,) * claims, (cited,))
    excerpt = Excerpt(0, 0, f"abc{text}def")
    return CheckedAnswer(f"{text}{number}", text, text, (sentence,), 1, text, text, text, excerpts=(excerpt,))


def test_each_claim_has_its_status_by_word_shape_and_number(page_of: MakePage, ann: CheckedAnswer) -> None:
    source = page_of([ann]).source
    for icon, told in (
        ("faithful", "supported 0.90"),
        ("no_claim", "not a claim: an announcement"),
        ("factual_error", "<b>contradicted</b>"),
        ("not_found", "<b>not found</b>"),
    ):
        shape = f'<svg class="icon" aria-hidden="true"><use href="#icon-{icon}"/></svg>'
        assert re.search(f"{re.escape(shape)}[^\n]*{re.escape(told)}", source), told
        assert f'id="icon-{icon}"' in source


def test_evidence_is_marked_between_what_stands_around_it(page_of: MakePage, ann: CheckedAnswer) -> None:
    source = page_of([ann]).source
    assert "Ann Berg is from Rye.\n\n<mark>Ann moved to Ely in 1990.</mark> Rain fell." in source
    assert "<mark>The mill of Ely is her brother&#39;s, not hers.</mark> It is old." in source


def test_citations_tell_what_came_of_them(page_of: MakePage, ann: CheckedAnswer) -> None:
    page = page_of([ann])
    for told in ("[1] says so", "[2] says otherwise", "[9] is no document that is there"):
        assert told in page.text
    assert "1 bears its sentence out, 1 contradicts it, 1 is to no document that is there" in page.text


def test_the_worst_claim_is_the_one_that_is_shown_first(page_of: MakePage, ann: CheckedAnswer) -> None:
    (line,) = re.findall(r'<label class="claim-line"[^>]*><input [^>]* checked>.*', page_of([ann]).source)
    assert "owns a mill" in line


def test_claims_of_an_answer_are_one_group_for_the_keyboard_and_no_two_answers_share_one(
    page_of: MakePage, ann: CheckedAnswer
) -> None:
    page = page_of([ann, replace(ann, id="again")])
    groups = [name for name in page.values("name") if name.startswith("claim-")]
    assert groups == ["claim-1"] * 4 + ["claim-2"] * 4
    assert page.tags.count("section") == 2 + 8  # a claim has its evidence inside it, in the order of reading


def test_what_the_graph_states_stands_beside_the_claim(page_of: MakePage, make_fact: MakeFact) -> None:
    text = page_of([answer_of("word", make_fact)]).text
    assert "The graph states" in text
    assert "MATCH (h:Entity {kg: $kg, id: row.head})" in text
    assert "Read as “word!”" in text


def test_answers_without_claims_or_verdict_say_so(
    page_of: MakePage, ann: CheckedAnswer, others: list[CheckedAnswer]
) -> None:
    text = page_of([ann, *others]).text
    assert "Not judged: it comes with no documents" in text
    assert "not a claim: a question" in text
    assert "0 of 1 answer is grounded, 1 claims nothing, 1 could not be judged." in text


def test_every_status_and_every_model_has_its_filter(
    page_of: MakePage, ann: CheckedAnswer, others: list[CheckedAnswer]
) -> None:
    page = page_of([ann, *others])
    shown = {id for id in page.values("id") if id.startswith("show-")}
    keys = ("all", "supported", "contradicted", "not_found", "no_claim", "failed")
    assert shown == {f"show-{key}" for key in keys}
    assert {id for id in page.values("id") if id.startswith("model-")} == {
        "model-all",
        "model-0",
        "model-1",
        "model-2",
    }
    assert "find" in page.values("id")
    for key in keys[1:]:
        assert any(key in has.split() for has in page.values("data-has")), key
        assert f'body:has(#show-{key}:checked) .entry:not([data-has~="{key}"])' in page.source
    alone = page_of([ann])
    assert "model-all" not in alone.values("id")
    assert "find" not in alone.values("id")


def test_a_filter_keeps_the_answers_sentences_and_claims_of_its_status(
    page_of: MakePage, ann: CheckedAnswer
) -> None:
    entry, *sentences = page_of([ann]).values("data-has")
    assert entry.split() == ["supported", "contradicted", "not_found", "no_claim"]
    assert [has.split() for has in sentences] == [
        ["no_claim"],
        ["supported"],
        ["contradicted", "not_found"],
        ["supported"],
    ]


def test_a_check_of_nothing_is_a_page_that_says_so(page_of: MakePage) -> None:
    assert "No answer was checked." in page_of([]).text


@pytest.mark.parametrize("claims", [1, 2])
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_text_from_outside_is_shown_and_changes_nothing_else(
    page_of: MakePage, make_fact: MakeFact, text: str, claims: int
) -> None:
    page = page_of([answer_of(text, make_fact, claims)], CheckHeader(text, text, text, text))
    harmless = page_of([answer_of("word", make_fact, claims)], CheckHeader(*["word"] * 4))
    assert page.text.count(text) >= 15
    assert page.tags == harmless.tags
    assert [name for name, _ in page.attributes] == [name for name, _ in harmless.attributes]
    assert not page.stack


@pytest.mark.parametrize("character", ["\u202e", "\u2066", "\x00", "\x1b", "\ud800", "\x85"])
def test_what_could_reorder_or_break_the_page_is_written_out(
    page_of: MakePage, make_fact: MakeFact, character: str
) -> None:
    page = page_of([answer_of(f"abc{character}def", make_fact)])
    assert character not in page.source
    assert f"abc⟨U+{ord(character):04X}⟩def" in page.text


def test_the_page_asks_the_network_for_nothing_and_runs_its_own_script_alone(
    page_of: MakePage, ann: CheckedAnswer
) -> None:
    page = page_of([ann, ann])
    assert all(value.startswith("#") for value in page.values("href"))
    assert not page.values("src")
    assert "url(" not in page.source
    assert "@import" not in page.source
    (script,) = re.findall(r"<script>(.*?)</script>", page.source, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = next(value for value in page.values("content") if value.startswith("default-src"))
    assert policy.startswith(f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}';")


def test_ids_are_unique_and_links_lead_somewhere(page_of: MakePage, ann: CheckedAnswer) -> None:
    page = page_of([ann] * 3)
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    assert {href[1:] for href in page.values("href")} <= set(ids)


def test_few_answers_stand_open_and_many_are_folded(page_of: MakePage, ann: CheckedAnswer) -> None:
    few, many = page_of([ann] * MOST_OPEN_ANSWERS), page_of([ann] * (MOST_OPEN_ANSWERS + 1))
    assert few.values("open") == [""] * MOST_OPEN_ANSWERS
    assert many.values("open") == []
    assert "each is folded" in many.text


def test_the_same_answers_give_the_same_bytes(tmp_path: Path, ann: CheckedAnswer) -> None:
    first, second = tmp_path / "a.html", tmp_path / "b.html"
    write_check_html([ann, ann], first, HEADER)
    write_check_html(iter([ann, CheckedAnswer.from_dict(ann.to_dict())]), second, HEADER)
    assert first.read_bytes() == second.read_bytes()


def test_memory_does_not_grow_with_the_number_of_answers(
    tmp_path: Path, make_fact: MakeFact, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What an interval is drawn from is bounded by itself, at more than the answers of this test need.
    monkeypatch.setattr(summary, "_RESAMPLES", 1)

    def peak(answers: int) -> int:
        tracemalloc.start()
        rows = (answer_of("word", make_fact, number=number) for number in range(answers))
        write_check_html((replace(row, model="m") for row in rows), tmp_path / "r.html", HEADER)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(1)
    assert peak(600) < 1.3 * peak(200)


def test_a_failed_check_leaves_the_old_page_in_place(tmp_path: Path, ann: CheckedAnswer) -> None:
    def failing() -> Iterable[CheckedAnswer]:
        yield ann
        raise ConnectionError

    path = tmp_path / "page.html"
    path.write_text("the old page")
    with pytest.raises(ConnectionError):
        write_check_html(failing(), path, HEADER)
    assert path.read_text() == "the old page"
    with pytest.raises(InputError, match=re.escape(str(tmp_path))):
        write_check_html([ann], tmp_path / "missing" / "page.html", HEADER)
