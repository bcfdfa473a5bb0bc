"""Files that are loaded, and what came of them."""

from pathlib import Path

from frame import Done, groundpath
from groundpath.engine.store.opening import open_store


def facts_of(folder: Path, kg: str) -> set[tuple[str, str, str]]:
    """The facts of a graph by their ids."""
    with open_store(f"embedded:{folder / 'store'}") as store:
        facts = store.columns(kg).facts
        return set(zip(*(facts[name].to_pylist() for name in ("head", "relation", "tail")), strict=True))


def load(folder: Path, kind: str, *arguments: str) -> Done:
    """Loads without vectors."""
    return groundpath(folder, "load", kind, *arguments, "--no-embed")


def told_of_line(done: Done, line: int) -> bool:
    """Whether a load ended with an error of that line."""
    return done.clear and done.code == 1 and f"line {line}" in done.err
