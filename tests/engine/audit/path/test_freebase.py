"""Chains over a real slice of Freebase: paths of ComplexWebQuestions through mediators, put into words."""

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from groundpath import Auditor, audit_to_file, load_triples, open_store, recheck_file, write_gold
from groundpath.engine.audit.chains import read_chains
from groundpath.engine.audit.verdicts import Verdict
from groundpath.engine.names import relation_label
from groundpath.engine.store.protocol import GraphStore
from real_data import CWQ

Row = dict[str, Any]


class Hop(NamedTuple):
    """What two named things are joined by: one fact, or two over a mediator."""

    start: str
    said: str
    end: str
    mediated: bool


@pytest.fixture(scope="module")
def freebase(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[GraphStore, Path]]:
    """The store with the graph, and the questions with gold paths."""
    folder = tmp_path_factory.mktemp("freebase")
    with open_store(f"embedded:{folder / 'store'}") as store:
        load_triples(store, "cwq", CWQ / "triples.tsv", names=CWQ / "names.tsv", embed=False)
        write_gold(store, "cwq", CWQ / "questions.jsonl", folder / "gold.jsonl")
        yield store, folder / "gold.jsonl"


def hops(path: Sequence[Sequence[str]], topic: str, names: Mapping[str, str]) -> list[Hop]:
    """The hops of a path between named things, walked from its topic; none of another path."""
    found: list[Hop] = []
    here = start = topic
    for head, relation, tail in path:
        if here not in (head, tail):
            return []
        here = tail if here == head else head
        if here in names:
            label = relation_label(relation)
            mediated = start not in (head, tail)
            said = f"The {label} of {{0}} is {{1}}." if here == tail else f"{{0}} is the {label} of {{1}}."
            found.append(Hop(start, said, here, mediated))
            start = here
    return found if here in names and topic in names else []


@pytest.fixture(scope="module")
def told(freebase: tuple[GraphStore, Path]) -> tuple[list[Row], list[Row]]:
    """Chains along gold paths through mediators, and the same with another thing at the end of one hop."""
    lines = (CWQ / "names.tsv").read_text("utf-8").splitlines()[1:]
    names = dict(line.split("\t")[:2] for line in lines)
    draw, true, false = random.Random(0), [], []
    for line in freebase[1].read_text("utf-8").splitlines():
        question = json.loads(line)
        walked = hops(question["gold_paths"][0], question["topic"][0], names)
        place = next((place for place, hop in enumerate(walked) if hop.mediated), None)
        if place is None:
            continue
        steps = [hop.said.format(names[hop.start], names[hop.end]) for hop in walked]
        other = draw.choice(sorted(names.values()))
        wrong = [
            *steps[:place],
            walked[place].said.format(names[walked[place].start], other),
            *steps[place + 1 :],
        ]
        answer = f"So the answer is ({names[walked[-1].end]})."
        given = {key: question[key] for key in ("question", "topic", "gold_answers", "gold_paths")}
        true.append({**given, "id": f"true {len(true)}", "cot": "\n".join([*steps, answer])})
        false.append({**given, "id": f"false {len(false)}", "cot": "\n".join([*wrong, answer])})
    return true, false


def verdicts(store: GraphStore, rows: list[Row]) -> list[Verdict]:
    return list(Auditor(store, "cwq").audit_all(list(read_chains(rows))))


def test_paths_through_mediators_are_understood(
    freebase: tuple[GraphStore, Path], told: tuple[list[Row], list[Row]]
) -> None:
    found = verdicts(freebase[0], told[0])
    assert len(found) > 400
    assert sum(verdict.verdict == "faithful" for verdict in found) > 0.8 * len(found)


def test_a_hedge_that_is_read_of_another_fact_than_the_likeliest_is_shown(
    freebase: tuple[GraphStore, Path],
) -> None:
    """A nomination joins book and author both ways, and "nominated for" may hedge one of the two."""
    text = "1. The Catcher in the Rye is the nominated for of J. D. Salinger."
    verdict = Auditor(freebase[0], "cwq").audit(text)
    assert verdict.unscored_as != "failed", verdict.reason


def test_certificates_of_paths_through_mediators_hold(
    freebase: tuple[GraphStore, Path], told: tuple[list[Row], list[Row]], tmp_path: Path
) -> None:
    """Of a claim that other facts over a mediator contradict, also that none over one leads to its thing."""
    out = tmp_path / "verdicts.jsonl"
    audit_to_file(Auditor(freebase[0], "cwq"), list(read_chains([*told[0][:150], *told[1][:150]])), out)
    found = list(recheck_file(out, freebase[0]))
    assert {one.found for one in found} <= {"holds", "cannot_be_checked"}
    assert sum(one.found == "holds" for one in found) > 0.95 * len(found)
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    claims = [claim for row in rows if "certificate" in row for claim in row["certificate"]["claims"]]
    over = [one for claim in claims for one in claim["evidence"] if one["template"] == "over"]
    assert len(over) > 50
    assert not any(given for one in over for given in one["gives"])


def test_another_thing_behind_a_mediator_is_an_error(
    freebase: tuple[GraphStore, Path], told: tuple[list[Row], list[Row]]
) -> None:
    found = verdicts(freebase[0], told[1])
    outcomes = Counter(verdict.error or verdict.verdict for verdict in found)
    assert outcomes["faithful"] <= 0.01 * len(found), outcomes
    assert outcomes["factual_error"] > 0.5 * len(found), outcomes


def test_verdicts_from_files_are_those_from_memory(
    freebase: tuple[GraphStore, Path],
    told: tuple[list[Row], list[Row]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GROUNDPATH_CACHE", str(tmp_path))
    found = []
    for limit in ("", "0"):
        monkeypatch.setenv("GROUNDPATH_IN_MEMORY_UP_TO", limit)
        chains = read_chains([*told[0][:100], *told[1][:100]])
        found.append([verdict.to_dict() for verdict in Auditor(freebase[0], "cwq").audit_all(chains)])
    assert found[0] == found[1]
