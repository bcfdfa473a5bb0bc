"""JSON and TOML as deep as somebody may write them."""

from collections.abc import Callable, Iterator
from pathlib import Path

from frame import Trial, attack, groundpath
from loaded import load

_SHAPES: dict[str, Callable[[int], str]] = {
    "[": lambda depth: "[" * depth + "]" * depth,
    "{": lambda depth: '{"a":' * depth + "1" + "}" * depth,
    "[{": lambda depth: '[{"a":' * depth + "1" + "}]" * depth,
    "[ unclosed": lambda depth: "[" * depth,
}


@attack("deep JSON and TOML")
def deep(folder: Path) -> Iterator[Trial]:
    """Nesting of any depth is one clear error of whatever reads it."""
    (folder / "facts.tsv").write_text("Alva\tknows\tBorn\n")
    load(folder, "triples", "facts.tsv", "--kg", "g")
    (folder / "chains.jsonl").write_text('{"id": "1", "question": "q", "cot": "1. Alva knows Born."}\n')
    (folder / "nodes.tsv").write_text("id\tname\na\tAlva\nb\tBorn\n")
    (folder / "edges.tsv").write_text("source\ttype\ttarget\na\tknows\tb\n")
    readers = (
        ("deep.jsonl", ("load", "triples", "deep.jsonl", "--kg", "d", "--no-embed")),
        ("deep.jsonl", ("load", "documents", "deep.jsonl", "--kg", "d", "--no-embed")),
        ("deep.json", ("load", "graph", "deep.json", "--format", "apoc", "--kg", "d", "--no-embed")),
        ("deep.jsonl", ("audit", "deep.jsonl", "--kg", "g", "--out", "v.jsonl")),
        ("deep.jsonl", ("explain", "deep.jsonl")),
        ("deep.jsonl", ("compare", "deep.jsonl")),
        ("deep.jsonl", ("recheck", "deep.jsonl")),
        ("deep.jsonl", ("generate", "chains.jsonl", "--model", "scripted:deep.jsonl", "--out", "g.jsonl")),
    )
    tables = (
        ("deep.toml", ("--config", "deep.toml", "kgs")),
        (
            "deep.toml",
            (
                *("load", "graph", "--nodes", "nodes.tsv", "--edges", "edges.tsv"),
                *("--schema", "deep.toml", "--kg", "d", "--no-embed"),
            ),
        ),
    )
    for depth in (1_000, 100_000):
        for shape, made in _SHAPES.items():
            for file, command in readers:
                (folder / file).write_text(made(depth) + "\n")
                done = groundpath(folder, *command)
                name = f"{' '.join(command[:2])}, {depth:,} {shape}"
                yield Trial(name, done.clear and done.code != 0, str(done))
        for shape in ("[", "{"):
            text = _SHAPES[shape](depth).replace('"a":', "a=")
            for file, command in tables:
                (folder / file).write_text(f"a = {text}\n")
                done = groundpath(folder, *command)
                yield Trial(
                    f"{' '.join(command[:2])} in TOML, {depth:,} {shape}",
                    done.clear and done.code != 0,
                    str(done),
                )
