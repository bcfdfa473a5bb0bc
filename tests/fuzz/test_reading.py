"""Texts of every kind are read: none makes a reader fail, and work grows with their length alone.

GROUNDPATH_FUZZ says how many texts there are; `make fuzz` runs 20,000 for each reader.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from groundpath import Auditor, load_triples, open_store
from groundpath.engine.counterfactual.cases import Passage
from groundpath.engine.counterfactual.renamed import Renamed, UnsafeError
from groundpath.engine.counterfactual.renaming import Renaming
from groundpath.engine.domain.judging import ClaimJudge
from groundpath.engine.identity.stated_names import stated_names
from groundpath.engine.trace.sources import documents_in
from groundpath.engine.trace.units import sentence_facts
from groundpath.loaders.typed_graphs import load_graph
from mutated import mutated
from real_data import DATA, LABELLED_CHAINS, MULTIHOP, PATHQUESTION

pytestmark = pytest.mark.slow

COUNT = int(os.environ.get("GROUNDPATH_FUZZ", "600"))
EXAMPLES = Path(__file__).parents[2] / "examples"
Reader = Callable[[str], Any]


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def auditor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Auditor]:
    with open_store(f"embedded:{tmp_path_factory.mktemp('fuzz') / 'store'}") as store:
        load_triples(store, "2H-kb", PATHQUESTION / "2H-kb.tsv", embed=False)
        yield Auditor(store, "2H-kb")


@pytest.fixture(scope="module")
def domain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    with open_store(f"embedded:{tmp_path_factory.mktemp('fuzz') / 'store'}") as store:
        tables = EXAMPLES / "biomed_nodes.tsv", EXAMPLES / "biomed_edges.tsv"
        load_graph(store, "biomed", *tables, schema=EXAMPLES / "biomed.schema.toml", embed=False)
        yield ClaimJudge.open(store, "biomed").judged


@pytest.fixture(scope="module")
def readers(auditor: Auditor, domain: Reader) -> dict[str, Reader]:
    return {"audit": auditor.audit, "domain": domain, "trace": documents_read, "names": names_read}


def documents_read(text: str) -> object:
    return sentence_facts(documents_in({"id": "d", "title": "T", "text": text}))


def names_read(text: str) -> object:
    with suppress(UnsafeError):
        Renaming((Renamed(("Marie Curie",), "Lise Meitner", (0,)),)).passages([Passage("T", text)])
    return list(stated_names("T", text))


def test_no_chain_makes_an_audit_fail(auditor: Auditor) -> None:
    rows = [row for row in rows_of(LABELLED_CHAINS) if row["kg"] == "2H-kb"]
    for place, text in enumerate(mutated([row["cot"] for row in rows], 1, COUNT)):
        row = rows[place % len(rows)]
        given = {name: row[name] for name in ("question", "topic", "gold_answers", "gold_paths")}
        verdict = auditor.audit(text, **given)
        assert verdict.unscored_as != "failed", (text, verdict.reason)


def test_no_answer_makes_the_domain_judge_fail(domain: Reader) -> None:
    answers = [row["cot"] for row in rows_of(EXAMPLES / "biomix_answers.jsonl")]
    questions = [row["text"] for row in rows_of(DATA / "biomixqa" / "true_false.jsonl")]
    for text in mutated(answers + questions, 2, COUNT):
        domain(text)


def test_no_document_makes_a_reader_of_documents_fail() -> None:
    rows = rows_of(MULTIHOP / "2wikimultihopqa.jsonl")
    texts = ["".join(sentences) for row in rows for _, sentences in row.get("context", ())]
    for text in mutated(texts, 3, COUNT):
        documents_read(text)
        names_read(text)


# -- work

UNITS = [
    *(
        "\n",
        "1,000",
        "1.0.",
        "his ",
        "his",
        "it ",
        "it, which ",
        "? ",
        "No. ",
        "a.",
        "A. ",
        "a\n",
        "a, ",
        ", ",
        "- ",
    ),
    *(
        "both diseases ",
        "psoriasis, ",
        "Henry VII of England ",
        "Ab (AB) ",
        "who ",
        "(",
        '"',
        "|a|",
        '{"a":',
        "# a\n",
    ),
    *(
        "not ",
        "the ",
        "…",
        "'s ",
        "**",
        "[1]",
        "1. ",
        "<think>",
        "So the answer is (",
        "€1.25 million ",
        "\t",
        " \n",
    ),
    "1. Henry VII of England is the parent of Henry VIII of England.\n",
    "Aspirin treats psoriasis and psoriasis is treated by aspirin. ",
]
SHORT, LONG = 4_000, 16_000
_GOES_ON = 8  # a generator that is called again stands behind its first instructions


def work(read: Reader, text: str) -> int:
    """What a reader does for a text: calls of functions, and elements that comprehensions walk over."""
    done = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal done
        done += 1
        if event == "call" and ".0" in frame.f_locals and frame.f_lasti < _GOES_ON:
            done += getattr(frame.f_locals[".0"], "__length_hint__", int)()

    sys.setprofile(count)
    try:
        read(text)
    finally:
        sys.setprofile(None)
    return done


@pytest.mark.parametrize("reader", ["audit", "domain", "trace", "names"])
@pytest.mark.parametrize("unit", UNITS)
def test_work_grows_with_the_length_only(readers: dict[str, Reader], reader: str, unit: str) -> None:
    read = readers[reader]
    read(unit)
    short, long = (work(read, (unit * length)[:length]) for length in (SHORT, LONG))
    assert long < 1.6 * (LONG / SHORT) * short + 2_000
