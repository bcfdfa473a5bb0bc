"""Commands that read a model's replies, or a file with them: what each must make of one right reply."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from frame import Done, groundpath
from talking import Talking, message, talking

NOWHERE = "Zanzibar"
"""Stands in all that is thought, and in nothing that is said."""


@dataclass(frozen=True)
class Field:
    """A folder with graphs, questions and documents, and a server."""

    folder: Path
    server: Talking

    def run(self, *arguments: str) -> Done:
        (self.folder / "out.jsonl").unlink(missing_ok=True)
        given = {"OPENAI_BASE_URL": self.server.url, "OPENAI_API_KEY": "none", "GROUNDPATH_CACHE": "cache"}
        return groundpath(self.folder, *arguments, environment=given)

    def ask(self, *arguments: str, timeout_s: int = 600) -> Done:
        return self.run(*arguments, "--model", "openai:m", "--no-cache", "--timeout", str(timeout_s))

    def rows(self) -> list[dict[str, Any]]:
        file = self.folder / "out.jsonl"
        return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []

    def write(self, name: str, *rows: dict[str, Any]) -> None:
        (self.folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


@dataclass(frozen=True)
class Asks:
    """A command.

    Attributes:
        thought, said: of a reply to it.
        run: asks, or reads a file with the reply, and gives what came of it.
        right: what must come of it.
    """

    thought: str
    said: str
    run: Callable[[Field, str], tuple[Done, Any]]
    right: Any


OUT = ("--out", "out.jsonl")
_BY_SENTENCE = ("--unit", "sentence", "--selector", "none")


def generate(field: Field, _reply: str = "", timeout_s: int = 600) -> tuple[Done, Any]:
    done = field.ask("generate", "questions.jsonl", *OUT, timeout_s=timeout_s)
    return done, [row["cot"] for row in field.rows()]


def _extract(field: Field, _reply: str) -> tuple[Done, Any]:
    done = field.ask("trace", "extract", "doc.jsonl", *OUT)
    return done, [row["triples"] for row in field.rows()]


def _trace_ask(field: Field, _reply: str) -> tuple[Done, Any]:
    done = field.ask("trace", "ask", "Where?", "--documents", "doc.jsonl", *_BY_SENTENCE, "--json")
    return done, done.json["answer"] if done.code == 0 else None


def _evaluate(field: Field, _reply: str) -> tuple[Done, Any]:
    done = field.ask("trace", "evaluate", "hotpot.jsonl", *_BY_SENTENCE, *OUT, "--json")
    return done, [row["answer"] for row in field.rows()]


def _discriminate(field: Field, _reply: str) -> tuple[Done, Any]:
    done = field.ask("discriminate", "ask", "tests.jsonl", *OUT)
    return done, [row["reply"] for row in field.rows()]


def _check(field: Field, _reply: str) -> tuple[Done, Any]:
    done = field.ask("check", "answer.jsonl", *OUT)
    return done, [
        claim["status"] for row in field.rows() for one in row["sentences"] for claim in one["claims"]
    ]


def _audit_by_chat(field: Field, _reply: str) -> tuple[Done, Any]:
    reader = ("--reader", "chat:openai:m", "--no-cache")
    done = field.run("audit", "chain.jsonl", "--kg", "g", *reader, *OUT)
    return done, [(row["verdict"], done.err.count("are no statements")) for row in field.rows()]


def _score_by_model(field: Field, _reply: str) -> tuple[Done, Any]:
    done = field.ask("domain", "score", "domain.jsonl", "--kg", "d", *OUT)
    return done, [[link["object"] for link in row["paper"]["links"]] for row in field.rows()]


def _counterfactual(field: Field, _reply: str) -> tuple[Done, Any]:
    done = field.ask("counterfactual", "ask", "hotpot.jsonl", *OUT)
    return done, [row["answer"] for row in field.rows()]


def _audit_file(field: Field, reply: str) -> tuple[Done, Any]:
    field.write("replies.jsonl", {"id": "1", "cot": reply})
    done = field.run("audit", "replies.jsonl", "--kg", "g", *OUT)
    return done, [(row["verdict"], len(row["steps"]), row["answer"]) for row in field.rows()]


def _score_file(field: Field, reply: str) -> tuple[Done, Any]:
    field.write("replies.jsonl", {"id": "1", "cot": reply})
    done = field.run("domain", "score", "replies.jsonl", "--kg", "d", *OUT)
    return done, [len(row["claims"]) for row in field.rows()]


def _check_file(field: Field, reply: str) -> tuple[Done, Any]:
    field.write("replies.jsonl", {"id": "1", "answer": reply, "contexts": [BORN]})
    done = field.run("check", "replies.jsonl", *OUT)
    return done, [one["text"] for row in field.rows() for one in row["sentences"]]


BORN = "Marie Sorel was born in Warsaw."
CHAIN = f"1. {BORN}\nSo the answer is (Warsaw)."
OF_A_MODEL = {
    "generate": Asks(f"Or {NOWHERE}?", CHAIN, generate, [CHAIN]),
    "trace extract": Asks(
        f"⟨Marie Sorel; place of birth; {NOWHERE}⟩",
        "⟨Marie Sorel; place of birth; Warsaw⟩",
        _extract,
        [[["Marie Sorel", "place of birth", "Warsaw"]]],
    ),
    "trace ask": Asks(f"It could be {NOWHERE}.", "Warsaw", _trace_ask, "Warsaw"),
    "trace evaluate": Asks(f"It could be {NOWHERE}.", "Lyon", _evaluate, ["Lyon"]),
    "discriminate": Asks(f"It could be NO, {NOWHERE}.", "YES", _discriminate, ["YES"]),
    "check --model": Asks(f"{NOWHERE}: contradicted?", "supported", _check, ["supported"]),
    "audit --reader": Asks(
        f"1 | Marie Sorel was born in {NOWHERE}.", f"1 | {BORN}", _audit_by_chat, [("faithful", 0)]
    ),
    "domain score --model": Asks(
        f"⟨metformin; treats; {NOWHERE}⟩",
        "⟨metformin; treats; type 2 diabetes⟩",
        _score_by_model,
        [["type 2 diabetes"]],
    ),
    "counterfactual": Asks(f"Answer: {NOWHERE}", "Answer: Lyon", _counterfactual, ["Lyon"]),
}
OF_A_FILE = {
    "audit": Asks(
        f"Marie Sorel was born in {NOWHERE}. So the answer is ({NOWHERE}).",
        CHAIN,
        _audit_file,
        [("faithful", 1, "Warsaw")],
    ),
    "domain score": Asks(
        f"Lisinopril treats type 2 diabetes in {NOWHERE}.",
        "Metformin treats type 2 diabetes.",
        _score_file,
        [1],
    ),
    "check": Asks(f"Marie Sorel was born in {NOWHERE}.", BORN, _check_file, [BORN]),
}

_FILES = {
    "facts.tsv": "Marie Sorel\tplace of birth\tWarsaw\nMarie Sorel\tspouse\tPierre Sorel\n",
    "nodes.tsv": "id\ttype\tname\nD\tDisease\ttype 2 diabetes\nC\tDrug\tmetformin\nL\tDrug\tlisinopril\n",
    "edges.tsv": "source_id\trelation\ttarget_id\nC\ttreats\tD\n",
}
_ROWS: dict[str, dict[str, Any]] = {
    "questions.jsonl": {"id": "q", "question": "Where was Marie Sorel born?"},
    "doc.jsonl": {"id": "d", "title": "Marie Sorel", "text": BORN},
    "chain.jsonl": {"id": "1", "cot": CHAIN},
    "domain.jsonl": {"id": "1", "cot": "Metformin treats type 2 diabetes."},
    "answer.jsonl": {"id": "1", "answer": BORN, "contexts": [BORN]},
    "hotpot.jsonl": {
        "_id": "1",
        "question": "Where was the husband of Marie Sorel born?",
        "answer": "Lyon",
        "type": "bridge",
        "supporting_facts": [["Pierre Sorel", 0]],
        "context": [
            ["Marie Sorel", ["Marie Sorel married Pierre Sorel."]],
            ["Pierre Sorel", ["Pierre Sorel was born in Lyon."]],
        ],
    },
    "tests.jsonl": {
        "id": "q:valid",
        "question_id": "q",
        "kind": "valid",
        "question": "Where was she born?",
        "answer": "Warsaw",
        "path": [["Marie Sorel", "place of birth", "Warsaw"]],
        "steps": ["Marie Sorel -> place of birth -> Warsaw"],
        "change": "",
        "faults": [],
        "orientation": "stored",
    },
}


@contextmanager
def fielded(folder: Path) -> Iterator[Field]:
    """The field, for as long as the block."""
    with talking() as server:
        field = Field(folder, server)
        for name, text in _FILES.items():
            (folder / name).write_text(text, "utf-8")
        for name, row in _ROWS.items():
            field.write(name, row)
        field.run("load", "triples", "facts.tsv", "--kg", "g", "--no-embed")
        field.run("load", "graph", "--nodes", "nodes.tsv", "--edges", "edges.tsv", "--kg", "d", "--no-embed")
        field.server.answers(lambda _: message(CHAIN))
        yield field
