"""What results show of themselves: in a notebook, as text, and as one line."""

import html
import json
import os
import re
import subprocess
import sys
import tomllib
from html.parser import HTMLParser
from pathlib import Path

import groundpath
import pytest
from ann_checks import ANN, checked_rows
from groundpath import AuditResults, CheckedAnswer, CheckResults, compare_audits
from groundpath.engine.audit.verdicts import Verdict
from groundpath.engine.report.side_by_side import Comparison
from groundpath.engine.store.protocol import GraphInfo, GraphStatistics
from groundpath.engine.trace.evidence import Evidence
from groundpath.engine.trace.pipeline import Answered
from groundpath.engine.trace.questions import TraceQuestion
from groundpath.engine.trace.reading import Reading
from groundpath.engine.trace.sources import documents_in
from groundpath.engine.trace.spent import Spent
from groundpath.engine.trace.terms import Chain, DocumentFact

ATTACKS = (
    '</iframe><script>alert("1")</script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "{{ 7 * 7 }}{% raw %}",
)
_FRAME = re.compile(r'<iframe sandbox="" title="groundpath" srcdoc="([^"]*)" style="[^"<>]*"></iframe>')


def page_in(shown: str) -> str:
    """The page that a frame holds; there is nothing else."""
    frame = _FRAME.fullmatch(shown)
    assert frame, shown[:200]
    return html.unescape(frame[1])


class _Tags(HTMLParser):
    """The tags and attributes that a browser would make of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}


def answered_of(text: str, title: str = "Cleo", documents: int = 1) -> Answered:
    sources = [
        document
        for number in range(documents)
        for document in documents_in({"id": f"d{number}", "title": title, "text": text})
    ]
    facts = [
        DocumentFact(f"⟨{title}; born in; {text}⟩", document.id, title, "born in", text, 0, 0, len(text))
        for document in sources
    ]
    evidence = Evidence(
        TraceQuestion("q", f"Where was {title} born?", ()),
        facts,
        (Chain((0,), 0.0, True),),
        {document.id: document for document in sources},
    )
    return Answered(evidence, (Reading("trace-triple", text, text),), Spent())


def statistics_of(name: str) -> GraphStatistics:
    info = GraphInfo(name, "ready", 3, 2_000, 1, 3, 3, 2_000, None)
    relations = ((name, 1_990), ("spouse", 10))
    return GraphStatistics(info, relations, ((0.0, 1), (0.5, 2), (1.0, 30)), (), types=((name, 3),))


@pytest.fixture(scope="module")
def checked() -> CheckedAnswer:
    return checked_rows([ANN])[0]


def comparison_of(name: str, verdict: Verdict) -> Comparison:
    return compare_audits({name: [verdict]})


def test_a_verdict_shows_its_steps_facts_and_cypher(path_verdict: Verdict) -> None:
    page = page_in(path_verdict._repr_html_())
    for shown in ("He was born in Rome.", "place of birth", "Step at fault", "Suggested repair", ":param"):
        assert shown in page
    assert "Copy</button>" not in page, "nothing runs in the frame: a button would do nothing"


def test_a_verdict_explains_itself_as_the_command_does(path_verdict: Verdict, tmp_path: Path) -> None:
    (tmp_path / "verdicts.jsonl").write_text(json.dumps(path_verdict.to_dict()) + "\n", "utf-8")
    command = [sys.executable, "-m", "groundpath", "explain", "verdicts.jsonl"]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert path_verdict.explain() == told
    assert "The chain breaks here" in told


def test_a_checked_answer_shows_its_claims_and_their_evidence_marked(checked: CheckedAnswer) -> None:
    page = page_in(checked._repr_html_())
    assert "<mark>Ann moved to Ely in 1990.</mark> Rain fell." in page
    assert page.count('type="radio"') == 4
    assert ".document mark" in page  # the styles of its page


def test_a_checked_answer_explains_itself_as_the_command_does(checked: CheckedAnswer, tmp_path: Path) -> None:
    (tmp_path / "checks.jsonl").write_text(json.dumps(checked.to_dict()) + "\n", "utf-8")
    command = [sys.executable, "-m", "groundpath", "explain", "checks.jsonl"]
    as_wide = {**os.environ, "COLUMNS": "120"}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, env=as_wide)
    told = done.stdout
    assert checked.explain() == told
    assert "“Ann moved to Ely in 1990.” — Ann Berg" in told


def test_a_trace_shows_its_answer_and_the_sentences_that_its_chains_rest_on() -> None:
    page = page_in(answered_of("She was born in Oslo.")._repr_html_())
    assert "Where was Cleo born?" in page
    assert page.count("She was born in Oslo.") >= 2  # as the answer, and as evidence
    assert "<bdi>Cleo</bdi>, sentence 1" in page


def test_a_graph_shows_its_counts_and_its_most_frequent_relations() -> None:
    statistics = statistics_of("family")
    page = page_in(statistics._repr_html_())
    assert "2,000" in page
    assert "1,990" in page
    assert "2,000" in page_in(statistics.info._repr_html_())


def test_a_comparison_shows_its_page_with_plots(path_verdict: Verdict) -> None:
    page = page_in(comparison_of("small", path_verdict)._repr_html_())
    assert "<h1" in page
    assert "<svg" in page
    assert "small" in page


def test_results_are_drawn_as_bars(path_verdict: Verdict, checked: CheckedAnswer) -> None:
    for results, name, count in (
        (AuditResults([path_verdict]), "factual error", "1 (100%)"),
        (CheckResults([checked]), "supported", str(checked.counts()["supported"])),
    ):
        (axes,) = results.plot().axes
        told = dict(zip((one.get_text() for one in axes.get_yticklabels()), axes.texts, strict=True))
        assert told[name].get_text().startswith(count)


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_text_from_outside_leaves_its_frame_or_becomes_markup_in_it(attack: str, make_verdict) -> None:
    verdict = make_verdict("factual_error", text=attack, method=attack)
    for shown in (
        verdict._repr_html_(),
        answered_of(attack, attack)._repr_html_(),
        checked_rows(
            [{**ANN, "answer": f"Ann lives in Ely, {attack}.", "question": attack, "model": attack}]
        )[0]._repr_html_(),
        statistics_of(attack)._repr_html_(),
        statistics_of(attack).info._repr_html_(),
        comparison_of(attack, verdict)._repr_html_(),
    ):
        page = page_in(shown)
        assert "49" not in re.findall(r">(\d+)<", page)
        read = _Tags(page)
        assert not read.names & {"script", "img", "iframe", "object", "form", "base", "link"}
        assert not {name for name in read.attributes if name.startswith("on")}
        assert "default-src 'none'" in page


def test_a_trace_over_many_documents_is_one_short_line() -> None:
    answered = answered_of("She was born in Oslo. " * 50, documents=400)
    assert len(repr(answered)) < 2_000
    assert "1 chain of 400 facts" in repr(answered.evidence)


def test_the_version_is_that_of_the_distribution() -> None:
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    assert re.fullmatch(r"\d+\.\d+\.\d+\S*", groundpath.__version__)
