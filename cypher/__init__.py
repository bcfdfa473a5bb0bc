"""Every Cypher statement that groundpath runs, one file each.

A file opens with a header of `//` lines: purpose, parameters, what it returns, read or write, engine.
"""

from functools import cache
from importlib.resources import files
from itertools import dropwhile


@cache
def statement(name: str) -> str:
    """The text of a statement without its header, such as `statement("embedded/find_entities")`."""
    *folders, file = name.split("/")
    text = files(__name__).joinpath(*folders, f"{file}.cypher").read_text("utf-8")
    return "\n".join(dropwhile(_is_header, text.splitlines())).strip()


def _is_header(line: str) -> bool:
    return not line.strip() or line.startswith("//")
