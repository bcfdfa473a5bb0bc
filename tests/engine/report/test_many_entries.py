"""Reports of many rows are filtered by model and built as they are looked at; right answers have names."""

from dataclasses import replace
from html.parser import HTMLParser
from itertools import cycle

from groundpath.engine.report.html import ReportHeader, write_html
from groundpath.engine.report.right_answers import right_answers
from html_page import HOSTILE

ROWS = 450
HEADER = ReportHeader("Audit", "royals")


class Built(HTMLParser):
    """What a browser builds of a page: with scripts, what stands in `noscript` is text."""

    def __init__(self, page: str, *, scripts: bool) -> None:
        super().__init__()
        self.entries: list[dict[str, str | None]] = []
        self.within = 0
        self._scripts = scripts
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.within += tag == "noscript"
        if (tag, ("class", "entry")) == ("li", attrs[0] if attrs else None) and not (
            self.within and self._scripts
        ):
            self.entries.append(dict(attrs))

    def handle_endtag(self, tag):
        self.within -= tag == "noscript"
        assert self.within >= 0


def written(verdicts, path, names=None):
    write_html(verdicts, path, HEADER, names)
    return path.read_text("utf-8")


def test_every_entry_is_there_without_scripts_and_the_first_ones_with_them(make_verdict, tmp_path):
    for rows in (1, 199, 200, 201, 400, 401, ROWS):
        page = written([replace(make_verdict(), id=str(n)) for n in range(rows)], tmp_path / "report.html")
        assert len(Built(page, scripts=False).entries) == rows
        assert len(Built(page, scripts=True).entries) == min(rows, 200)
        assert Built(page, scripts=False).within == 0


def test_nothing_in_an_entry_ends_what_is_kept_as_text(make_verdict, tmp_path):
    hostile = f'{HOSTILE}</noscript><li class="entry" data-model="9">'
    verdicts = [replace(make_verdict(), id=str(n), question=hostile, model=hostile) for n in range(ROWS)]
    page = written(verdicts, tmp_path / "report.html")
    assert page.count("</noscript>") == page.count("<noscript>") == 2
    assert len(Built(page, scripts=False).entries) == ROWS


def test_models_are_offered_where_there_are_several(make_verdict, tmp_path):
    models = cycle(["small", "large", ""])
    verdicts = [replace(make_verdict(), model=model) for _, model in zip(range(7), models, strict=False)]
    page = written(verdicts, tmp_path / "report.html")
    assert '<bdi>small</bdi> <span class="figure">3</span>' in page
    assert '<bdi>(unnamed)</bdi> <span class="figure">2</span>' in page
    places = [one["data-model"] for one in Built(page, scripts=False).entries]
    assert places == ["0", "1", "2", "0", "1", "2", "0"]
    assert 'body:has(#model-2:checked) .entry:not([data-model="2"])' in page
    assert 'name="model"' not in written(verdicts[:1], tmp_path / "report.html")


def test_right_answers_that_are_ids_stand_under_their_names(make_verdict, tmp_path):
    asked = []

    def names(ids):
        asked.append(list(ids))
        return {"Q1": "Oslo"}

    verdicts = [replace(make_verdict(), gold_answers=("Q1", "Bergen")) for _ in range(3)]
    page = written(verdicts, tmp_path / "report.html", names)
    assert asked == [["Q1", "Bergen"]]
    assert page.count('<bdi title="Q1">Oslo</bdi>, <bdi>Bergen</bdi>') == 3


def test_the_facts_of_a_verdict_tell_names_too(path_verdict):
    fact = path_verdict.steps[0].claims[0].facts[0].fact
    (right,) = right_answers(replace(path_verdict, gold_answers=(fact.tail.id,)), {})
    assert right == (fact.tail.label, fact.tail.id)
