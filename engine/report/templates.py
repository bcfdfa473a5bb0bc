"""The templates of pages, in which no text from outside can become markup or hide what it says."""

from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from ..counted import by_count, counted, counted_of
from .plain import pasteable
from .visible import visible

_OWN = "groundpath.engine.report"


def open_templates(*further: str, scripts: bool = True) -> Environment:
    """Where `environment.get_template(NAME)` finds the templates of this package, and of `further` ones.

    Args:
        scripts: whether the page may run any; without them it has no buttons, which would do nothing.
    """
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(package, "") for package in (*further, _OWN)]),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # or each chain would look whether the files have changed
    )
    environment.globals["scripts"] = scripts
    environment.filters["score"] = lambda value: f"{value:.2f}"
    environment.filters["counted"] = counted
    environment.filters["by_count"] = by_count
    environment.filters["counted_of"] = counted_of
    environment.filters["thousands"] = lambda count: f"{count:,}"
    environment.filters["pasteable"] = pasteable
    return environment


def _finalize(value: Any) -> Any:
    """Applied to every value a template prints, so that no text from outside escapes `visible`."""
    return value if hasattr(value, "__html__") else visible(str(value))
