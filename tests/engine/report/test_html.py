"""The report page: complete in itself, safe with any text, honest about counts, steady on disk."""

import base64
import hashlib
import re
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest
from groundpath.engine.audit.evidence import ClaimVerdict, StepVerdict
from groundpath.engine.errors import InputError
from groundpath.engine.report.html import MOST_OPEN_CHAINS, ReportHeader, write_html
from html_page import HOSTILE, Page

HEADER = ReportHeader("Audit of royals", "royals", "paper", "all-MiniLM-L6-v2", "royals.jsonl", threshold=0.7)


@pytest.fixture
def page_of(tmp_path: Path):
    def write(verdicts, header: ReportHeader = HEADER) -> Page:
        path = tmp_path / "report.html"
        write_html(verdicts, path, header)
        return Page(path.read_text(encoding="utf-8"))

    return write


def test_a_chain_shows_its_question_steps_facts_scores_answer_and_cypher(page_of, make_verdict):
    page = page_of([make_verdict("factual_error")])
    for shown in (
        "Where was the husband of Grace Kelly born?",
        "He was born in Rome.",
        "Rainier III",
        "spouse",
        "0.90",
        "Monaco",
        "No fact says so.",
        "Step at fault: factual error",
        'head: "Grace Kelly"',
        "MATCH (h:Entity {kg: $kg, id: row.head})",
    ):
        assert shown in page.text


def test_mentions_of_the_fact_are_marked_in_the_step(page_of, make_verdict):
    source = page_of([make_verdict()]).source
    assert (
        '<mark data-role="head">Grace Kelly</mark> married <mark data-role="tail">Rainier III</mark>'
        in source
    )


def test_every_outcome_has_its_word_its_shape_and_its_filter(page_of, every_outcome):
    page = page_of(every_outcome)
    for key, word in (
        ("faithful", "faithful"),
        ("factual_error", "factual error"),
        ("incoherent", "incoherent"),
        ("misguided", "misguided"),
        ("answer_error", "answer error"),
        ("unscored", "unscored"),
    ):
        icon = f'<svg class="icon" aria-hidden="true"><use href="#icon-{key}"/></svg>'
        assert f'data-outcome="{key}">{icon}{word}<' in page.source
        assert f"icon-{key}" in page.values("id")
        assert f"show-{key}" in page.values("id")


def test_counts_tell_scored_unscored_and_total(page_of, every_outcome):
    page = page_of(every_outcome)
    assert "1 of 5 scored chains is faithful. 5 scored, 1 unscored, 6 in total." in page.text


def test_the_counts_are_returned(tmp_path, every_outcome):
    summary = write_html(every_outcome, tmp_path / "r.html", HEADER)
    assert (summary.scored, summary.unscored, summary.total) == (5, 1, 6)
    assert summary.counts["incoherent"] == 1


def test_a_chain_without_steps_or_answer_says_why(page_of, make_verdict):
    page = page_of([make_verdict(verdict="unscored", answer=None, steps=(), reason="It has no steps.")])
    assert "It has no steps." in page.text
    assert "none found" in page.text


def test_a_reason_is_told_once(page_of, make_verdict):
    assert (
        page_of([make_verdict("incoherent", reason="Step 2: No fact says so.")]).text.count("No fact says")
        == 1
    )
    assert "The answer is Rome." in page_of([make_verdict("answer_error", reason="The answer is Rome.")]).text


def test_an_audit_of_nothing_is_a_page_that_says_so(page_of):
    assert "No chain was audited." in page_of([]).text


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_text_from_outside_is_shown_and_changes_nothing_else(page_of, make_verdict, text):
    header = ReportHeader(text, text, text, text, text, text, 0.7, text)
    plain = ReportHeader(*["word"] * 6, threshold=0.7, date="word")
    page, harmless = page_of([make_verdict(text=text)], header), page_of([make_verdict(text="word")], plain)
    assert page.text.count(text) >= 10
    assert [t for t in page.tags if t != "mark"] == [t for t in harmless.tags if t != "mark"]
    assert [name for name, _ in page.attributes].count("onerror") == 0
    assert not page.stack


@pytest.mark.parametrize("character", ["\u202e", "\u2066", "\x00", "\x1b", "\ud800", "\x85"])
def test_what_could_reorder_or_break_the_page_is_written_out(page_of, make_verdict, character):
    text = f"abc{character}def"
    page = page_of([make_verdict(text=text, model=text, strategy=text, prompt=text)])
    assert character not in page.source
    assert f"abc⟨U+{ord(character):04X}⟩def" in page.text


def test_names_in_right_to_left_scripts_keep_their_marks(page_of, make_verdict):
    name = "שלום\u200f (king)"
    assert name in page_of([make_verdict(text=name)]).text


def test_the_page_asks_the_network_for_nothing(page_of, every_outcome):
    page = page_of(every_outcome)
    assert all(value.startswith("#") for value in page.values("href"))
    assert not page.values("src")
    assert "url(" not in page.source
    assert "@import" not in page.source


def test_only_the_pages_own_script_may_run(page_of, make_verdict):
    source = page_of([make_verdict()]).source
    (script,) = re.findall(r"<script>(.*?)</script>", source, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = next(value for value in Page(source).values("content") if value.startswith("default-src"))
    assert policy.startswith(f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}';")


def test_ids_are_unique_and_links_lead_somewhere(page_of, make_verdict):
    page = page_of([make_verdict(row=7) for _ in range(3)])
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    assert {href[1:] for href in page.values("href")} <= set(ids)


def test_few_chains_stand_open_and_many_are_folded(page_of, make_verdict):
    few = page_of([make_verdict(row=i) for i in range(MOST_OPEN_CHAINS)])
    many = page_of([make_verdict(row=i) for i in range(MOST_OPEN_CHAINS + 1)])
    assert few.values("open") == [""] * MOST_OPEN_CHAINS
    assert many.values("open") == []
    assert "each is folded" in many.text
    assert "each is folded" not in few.text


def test_a_folded_chain_is_told_by_its_id(page_of, make_verdict):
    page = page_of([make_verdict(row=i) for i in range(MOST_OPEN_CHAINS + 1)])
    assert page.values("class").count("row") == MOST_OPEN_CHAINS + 1


def test_the_same_verdicts_give_the_same_bytes(tmp_path, every_outcome):
    first, second = tmp_path / "a.html", tmp_path / "b.html"
    write_html(every_outcome, first, HEADER)
    write_html(iter(every_outcome), second, HEADER)
    assert first.read_bytes() == second.read_bytes()


def test_memory_does_not_grow_with_the_number_of_chains(tmp_path, make_verdict):
    def peak(chains: int) -> int:
        tracemalloc.start()
        write_html((make_verdict(row=i) for i in range(chains)), tmp_path / "r.html", HEADER)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(1)
    assert peak(600) < 1.3 * peak(200)


def test_a_failed_audit_leaves_the_old_report_in_place(tmp_path, make_verdict):
    def failing():
        yield make_verdict()
        raise ConnectionError

    path = tmp_path / "report.html"
    path.write_text("the old report")
    with pytest.raises(ConnectionError):
        write_html(failing(), path, HEADER)
    assert path.read_text() == "the old report"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("place", ["missing/report.html", "."])
def test_a_place_that_cannot_be_written_is_named(tmp_path, make_verdict, place):
    with pytest.raises(InputError, match=re.escape(str(tmp_path))):
        write_html([make_verdict()], tmp_path / place, HEADER)
    assert list(tmp_path.iterdir()) == []


def test_a_path_verdict_shows_each_steps_status_by_word_and_shape(page_of, path_verdict):
    source = page_of([path_verdict]).source
    for icon, word in (
        ("faithful", "supported"),
        ("no_claim", "no claim"),
        ("factual_error", "contradicted"),
    ):
        shape = f'<svg class="icon" aria-hidden="true"><use href="#icon-{icon}"/></svg>'
        sign = f'data-outcome="{icon}">{shape}{word}'
        assert f'<p class="status" {sign}</p>' in source
        assert f'<span class="status" {sign}</span>' in source


def test_a_path_verdict_shows_facts_and_what_stands_instead_but_no_parts_of_scores(page_of, path_verdict):
    text = page_of([path_verdict]).text
    for shown in (
        "probability0.98",
        "“Grace Kelly married Rainier III” read by the lexicon (en.role.verb)",
        "The graph states instead",
        "place of birth",
        "Suggested repair: a path that holds",
        "Cypher of the whole path",
        "It says nothing that a graph could hold.",
    ):
        assert shown in text
    assert "similarity" not in text


def test_both_ends_of_a_claims_own_fact_are_marked(page_of, path_verdict):
    assert (
        '<mark data-role="head">Grace Kelly</mark> married <mark data-role="tail">Rainier III</mark>'
        in page_of([path_verdict]).source
    )


def test_several_claims_of_a_step_each_name_what_they_join(page_of, path_verdict):
    one, _, other = path_verdict.steps
    both = replace(other, claims=one.claims + other.claims)
    text = page_of([replace(path_verdict, steps=(both,))]).text
    assert "supported: “Grace Kelly” and “Rainier III”" in text
    assert "contradicted: “He” and “Rome”" in text


def test_a_claim_that_is_not_read_says_that_its_words_state_no_fact(page_of, path_verdict):
    claim = ClaimVerdict("Zeus", "Hera", "unknown", None, (), "The graph knows nothing named “Zeus”.")
    step = StepVerdict(1, "Zeus married Hera.", (), None, claim.reason, "unknown", (claim,))
    text = page_of([replace(path_verdict, verdict="unscored", error=None, steps=(step,), fault=1)]).text
    assert "unknown" in text
    assert "These words state no fact of the graph about “Zeus” and “Hera”." in text


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_claims_from_outside_change_nothing_of_a_page(page_of, path_verdict, make_fact, text):
    def hostile(text):
        fact = make_fact(text, text, text)
        claims = (
            ClaimVerdict(text, text, "supported", fact, (fact,), text),
            ClaimVerdict(text, text, "contradicted", None, (fact,), text),
            ClaimVerdict(text, text, "unknown", None, (), text),
        )
        step = StepVerdict(1, text, (fact,), "factual_error", text, "contradicted", claims)
        return replace(path_verdict, steps=(step,), repair=(fact,))

    page, harmless = page_of([hostile(text)]), page_of([hostile("word")])
    assert page.text.count(text) >= 10
    assert [t for t in page.tags if t != "mark"] == [t for t in harmless.tags if t != "mark"]
    assert not page.stack
