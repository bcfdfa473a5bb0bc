"""The templates of a server, filled."""

from collections.abc import Mapping
from typing import Any

from jinja2 import Environment
from markupsafe import Markup
from starlette.responses import HTMLResponse

from ...audit.path.rendering import METHOD as PATH
from ...audit.path.settings import PathSettings
from ...audit.verdicts import Verdict
from ...check.verdicts import CheckedAnswer
from ...report.check_page import answer_values
from ...report.check_text import told_score
from ...report.html import chain_html
from ...report.outcomes import outcome_of
from ...report.templates import open_templates
from ..service import Service
from .claims import claim_counts, drawn
from .judged import ABSENT, run_judging, told_judging

_STYLES = ("report.css.jinja", "check.css.jinja", "page.css.jinja")


class Pages:
    """The templates of a server, filled."""

    def __init__(self) -> None:
        self.templates: Environment = open_templates("groundpath.engine.serve.pages")
        self.templates.globals["absent"] = ABSENT
        self.templates.filters["judging"] = run_judging
        self.styles = "\n".join(self.templates.get_template(name).render() for name in _STYLES)

    def page(self, name: str, **values: Any) -> HTMLResponse:
        """A page, or a part of one; `here` is its place among the pages."""
        template = self.templates.get_template(f"{name}.html.jinja")
        return HTMLResponse(template.render({"here": "", **values}))

    def problem(self, status: int, title: str, detail: str) -> HTMLResponse:
        """An error, for people."""
        page = self.page("problem", told=title, detail=detail)
        page.status_code = status
        return page

    def verdict(self, verdict: Verdict, names: Mapping[str, str], number: int = 1) -> Markup:
        """A verdict as reports show it, after the counts of its claims and before a drawing of its facts.

        Args:
            names: of right answers, by id.
        """
        threshold = PathSettings().threshold if verdict.method == PATH else None
        values = {
            "chain": chain_html(self.templates, verdict, threshold, number, names),
            "outcome": outcome_of(verdict),
            "counts": claim_counts(verdict),
            "drawing": drawn(verdict),
            "judging": told_judging(verdict),
        }
        return Markup(self.templates.get_template("verdict.html.jinja").render(values))

    def checked(self, checked: CheckedAnswer) -> Markup:
        """A checked answer as reports show it, after what came of it in words."""
        values = {
            "number": 1,
            "model": 0,
            "is_open": True,
            "told": told_score(checked),
            **answer_values(checked),
        }
        return Markup(self.templates.get_template("checked.html.jinja").render(values))


async def graph_names(service: Service) -> list[str]:
    """Of the store, for a page that offers them."""
    return [graph.name for graph in await service.graphs()]
