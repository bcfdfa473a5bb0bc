"""The page of scored answers: complete in itself, safe with any text, each claim drawn once and listed."""

import re
from html.parser import HTMLParser

import pytest
from groundpath.engine.domain.grounded import GroundedScore
from groundpath.engine.errors import InputError
from groundpath.engine.report.claim_graph import draw_claims
from groundpath.engine.report.curves import BOX, COLUMN
from groundpath.engine.report.domain_page import MOST_OPEN_ANSWERS, DomainHeader, spans_of, write_domain_html
from groundpath.engine.resampling import Resampling

HOW = Resampling(resamples=50)
TYPES = {"D": "Disease", "G": "Gene", "S": "Symptom", "C": "Compound"}


def named(text):
    """Written as "D:psoriasis" for what the graph knows, as "foo" for what it does not."""
    kind, colon, name = text.partition(":")
    if not colon:
        return {"words": text, "id": None, "name": None, "types": [], "candidates": []}
    return {"words": name, "id": text, "name": name, "types": [TYPES[kind]], "candidates": [text]}


def claim(subject, object, verdict="supported", *, negated=False, hedged=False, start=0, end=5, **more):
    fact = {"key": "k", "head": "h", "relation": "r", "tail": "t", "text": "t", "sources": ["GWAS"]}
    evidence = {"path": "a ─r→ b", "facts": [fact], "cypher": "MATCH (a)", "parameters": {"kg": "x"}}
    return {
        "subject": named(subject),
        "object": named(object),
        "said": "⟨1⟩ is linked to ⟨2⟩",
        "verdict": verdict,
        "negated": negated,
        "hedged": hedged,
        "start": start,
        "end": end,
        "reason": f"because {verdict}",
        "to_the_point": False,
        "through": [],
        "meant": [one if one["id"] else None for one in (named(subject), named(object))],
        "evidence": [evidence] if verdict != "unknown" else [],
        **more,
    }


def row(*claims, id="1", model="one", right=True, **more):
    counts = {
        name: sum(one["verdict"] == name for one in claims)
        for name in ("supported", "contradicted", "unknown")
    }
    return {
        "id": id,
        "question": f"question {id}",
        "model": model,
        "right": right,
        "predicted_answer": "X",
        "gold_answers": ["X"],
        "reasoning": "Some words of reasoning.",
        "kg": "clinic",
        "grounded": GroundedScore(**counts).to_dict(),
        "pointed": {"score": 0.5, "claims": 0},
        "answer": {"margin": 0.25},
        "paper": {"score": 0.0, "mean": 0.4, "links": []},
        "claims": list(claims),
        "unread": [],
        **more,
    }


class Tags(HTMLParser):
    """Which elements a page has, and whether they are closed in order."""

    VOID = frozenset({"meta", "input", "br", "path", "circle", "rect", "line", "use", "polyline"})

    def __init__(self, html):
        super().__init__()
        self.open, self.all = [], []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.all.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.all.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag


@pytest.fixture
def page(tmp_path):
    def write(*rows):
        path = tmp_path / "page.html"
        figures = write_domain_html(rows, path, DomainHeader("Title", "source"), HOW)
        html = path.read_text("utf-8")
        return html, Tags(html).all, figures

    return write


def elements(tags, element, /, **attributes):
    wanted = {key.replace("_", "-"): value for key, value in attributes.items()}
    return [own for tag, own in tags if tag == element and wanted.items() <= own.items()]


def test_every_claim_is_drawn_and_listed(page):
    html, tags, _ = page(
        row(
            claim("G:HLA-B", "D:psoriasis"),
            claim("G:HLA-B", "D:zoster", "contradicted", negated=True),
            claim("G:NOD2", "foo", "unknown"),
        )
    )
    lines = elements(tags, "path", **{"class": "line"})
    assert sorted(line["data-verdict"] for line in lines[-3:]) == ["contradicted", "supported", "unknown"]
    assert elements(tags, "path", data_verdict="contradicted", marker_end="url(#bar-contradicted)")
    assert [html.count(f"because {verdict}") for verdict in ("supported", "contradicted", "unknown")] == [
        1,
        1,
        1,
    ]
    assert "GWAS" in html
    assert "MATCH (a)" in html


def test_what_the_graph_says_less_strongly_is_marked(page):
    weak, strong = claim("a", "b", strength="weaker"), claim("c", "d", strength="stronger")
    html, _, _ = page(row(weak, strong, claim("e", "f", strength="means"), claim("g", "h")))
    assert [html.count(f">{said}<") for said in ("the graph says less", "the graph says more")] == [1, 1]


def test_verdicts_differ_in_pattern_and_shape_not_only_in_colour(page):
    html, _, _ = page(
        row(claim("G:A", "D:b"), claim("G:B", "D:b", "contradicted"), claim("G:C", "D:b", "unknown"))
    )
    css = html[html.index("<style>") : html.index("</style>")]
    dashes = re.findall(r"\.line(?:\[data-verdict=\"\w+\"\])? \{[^}]*stroke-dasharray: ([^;]+);", css)
    assert len(set(dashes)) == 3
    marks = re.findall(r'<g class="mark" data-verdict="(\w+)"[^>]*>\s*<(\w+)', html)
    assert dict(marks) == {"supported": "circle", "contradicted": "path", "unknown": "rect"}


def test_text_from_outside_stays_text(page):
    evil = "<script>alert(1)</script>\"'&\u202e"
    html, tags, _ = page(
        row(claim(f"G:{evil}", evil, reason=evil), id=evil, model=evil, question=evil, reasoning=evil)
    )
    assert len(elements(tags, "script")) == 1
    assert "alert(1)</script>" not in html
    assert "\u202e" not in html


def test_it_loads_nothing(page):
    html, tags, _ = page(row(claim("G:A", "D:b")))
    assert not elements(tags, "link")
    assert not [own for _, own in tags if "src" in own]
    assert "default-src 'none'" in html
    assert not re.search(r"url\((?!#)", html)


def test_models_have_their_filters_and_figures(page):
    _, tags, figures = page(row(id="1"), row(id="2", model="two", right=False))
    assert [one.name for one in figures] == ["all models", "one", "two"]
    assert {own["id"] for own in elements(tags, "input", name="model")} == {"model-all", "model-0", "model-1"}
    assert [own["data-model"] for own in elements(tags, "li", **{"class": "entry"})] == ["0", "1"]


def test_few_answers_stand_open_and_many_are_folded(page):
    for count, is_open in ((2, True), (MOST_OPEN_ANSWERS + 1, False)):
        _, tags, _ = page(*(row(id=str(number)) for number in range(count)))
        answers = elements(tags, "details", **{"class": "chain"})
        assert len(answers) == count
        assert all(("open" in own) == is_open for own in answers)


def test_a_page_without_answers_says_so(page):
    assert "No answer was scored." in page()[0]


def test_a_page_that_cannot_be_written_is_an_error(tmp_path):
    with pytest.raises(InputError, match="cannot be written"):
        write_domain_html([row()], tmp_path / "no" / "page.html", DomainHeader("Title"))


# -- the drawing


def test_things_stand_in_columns_by_type_and_never_on_each_other():
    genes, diseases = [f"G:gene {n}" for n in range(6)], [f"D:disease {n}" for n in range(4)]
    drawing = draw_claims([claim(gene, disease) for gene in genes for disease in diseases])
    assert len({thing.x for thing in drawing.things}) == 2
    assert {heading.text for heading in drawing.headings} == {"Gene", "Disease"}
    corners = [(thing.x, thing.y) for thing in drawing.things]
    for number, (x, y) in enumerate(corners):
        assert 0 <= x <= drawing.width - COLUMN
        assert 0 <= y <= drawing.height - BOX
        assert all(abs(x - x2) >= COLUMN or abs(y - y2) >= BOX for x2, y2 in corners[:number])


def test_claims_that_say_the_same_are_one_line():
    (line,) = draw_claims([claim("G:A", "D:b"), claim("G:A", "D:b")]).lines
    assert line.numbers == (1, 2)


def test_what_there_is_no_room_for_is_told_and_unknown():
    claims = [claim("G:A", f"D:{n}", "unknown") for n in range(40)] + [
        claim("G:A", "D:known", "contradicted")
    ]
    drawing = draw_claims(claims)
    assert drawing.lines[0].verdict == "contradicted"
    assert drawing.left_out == 41 - len(drawing.lines)


def test_many_types_share_three_columns():
    drawing = draw_claims(
        [claim("G:A", "D:b"), claim("S:s", "D:b"), claim("C:c", "D:b"), claim("foo", "D:b")]
    )
    assert len(drawing.headings) == 3
    assert len(drawing.things) == 5


def test_what_evidence_leads_through_is_drawn_as_well():
    through = [{"id": "D:kind", "name": "kind", "types": ["Disease"]}]
    drawing = draw_claims([claim("G:A", "D:b", through=through), claim("G:A", "D:c", "unknown")])
    assert {thing.full_name: thing.kind for thing in drawing.things} == {
        "A": "known",
        "b": "known",
        "c": "known",
        "kind": "between",
    }
    assert len(drawing.facts) == 2


def test_nothing_is_drawn_of_nothing():
    assert draw_claims([]) is None
    assert draw_claims([claim("G:A", "G:A")]) is None


def test_the_reasoning_is_marked_where_it_claims():
    text = "A is b and c. It may be d."
    claims = [
        claim("G:A", "D:b", start=0, end=6),
        claim("G:A", "D:c", "contradicted", start=0, end=12),
        claim("G:A", "D:d", hedged=True, start=14, end=25),
    ]
    spans = spans_of(text, claims)
    assert "".join(span.text for span in spans) == text
    assert [(span.numbers, span.verdict) for span in spans] == [
        ((1, 2), "contradicted"),
        ((), ""),
        ((3,), "hedged"),
        ((), ""),
    ]
