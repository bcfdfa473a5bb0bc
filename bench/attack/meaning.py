"""The same thing written otherwise: dates, letters, names of relations, and edges that deny."""

import csv
import io
import json
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import cycle
from pathlib import Path

import pyoxigraph as ox
from frame import Trial, attack, groundpath
from groundpath.engine.store.opening import open_store

MONTHS = "January February March April May June July August September October November December".split()
_SYLLABLES = [first + last for first in "bdfgklmnprstvz" for last in ("ar", "el", "in", "om", "ul")]


def names() -> Iterator[str]:
    """Invented names, each another one."""
    for first in _SYLLABLES:
        for second in _SYLLABLES:
            if first != second:
                yield f"{first}{second}a".capitalize()


def verdicts(folder: Path, kg: str, chains: Mapping[str, str]) -> dict[str, str]:
    """What an audit says of chains of one step: "faithful", or the kind of its error, or "unscored"."""
    rows = ({"id": id, "cot": f"1. {cot}"} for id, cot in chains.items())
    (folder / "chains.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n")
    (folder / "verdicts.jsonl").unlink(missing_ok=True)
    done = groundpath(folder, "audit", "chains.jsonl", "--kg", kg, "--out", "verdicts.jsonl")
    if not (folder / "verdicts.jsonl").exists():
        raise RuntimeError(str(done))
    found = map(json.loads, (folder / "verdicts.jsonl").read_text().splitlines())
    return {row["id"]: row["error"] or row["verdict"] for row in found}


def load(folder: Path, *arguments: str) -> None:
    done = groundpath(folder, "load", *arguments, "--no-embed")
    if done.code:
        raise RuntimeError(str(done))


def judged(folder: Path, kg: str, chains: Mapping[str, tuple[str, str]]) -> Iterator[Trial]:
    """A trial for each chain, given with the verdict that is right."""
    found = verdicts(folder, kg, {id: cot for id, (cot, _) in chains.items()})
    for id, (cot, right) in chains.items():
        yield Trial(id, found.get(id) == right, f"{cot!r} is {found.get(id)}, not {right}")


def _answered(sentence: str, answer: str) -> str:
    return f"{sentence}\nSo the answer is ({answer})."


@attack("dates in other forms")
def dates(folder: Path) -> Iterator[Trial]:
    """A date in another form, or coarser, is the same one; another date contradicts it."""
    days = [(1871, 3, 18), (1999, 12, 31), (2004, 2, 29), (1648, 10, 24), (1066, 9, 25)]
    stored = (
        "{y:04}-{m:02}-{d:02}",
        "{y:04}-{m:02}-{d:02}T00:00:00Z",
        "+{y:04}-{m:02}-{d:02}T00:00:00Z",
        "{y:04}-{m:02}-{d:02}T12:30:00",
        "{y:04}-{m:02}-{d:02}Z",
        "{y:04}-{m:02}-{d:02}+01:00",
        "{d}.{m}.{y}",
        "{m:02}/{d:02}/{y}",
        "{d} {month} {y}",
        "{month} {d}, {y}",
    )
    written = cycle(["{d} {month} {y}", "{month} {d}, {y}", "{y:04}-{m:02}-{d:02}", "{d} {month}, {y}"])
    facts, chains = [], {}
    town = names()
    for form in stored:
        for year, month, day in days:
            parts = {"y": year, "m": month, "d": day, "month": MONTHS[month - 1]}
            name, kept = next(town), form.format(**parts)
            facts.append((name, "founded_on", kept))
            said = next(written)
            late = said.format(**parts | {"y": year + 1})
            after = said.format(
                **parts | {"m": month % 12 + 1, "month": MONTHS[month % 12], "d": min(day, 28)}
            )
            for kind, one, right in (
                ("same", "on " + said.format(**parts), "faithful"),
                ("month", f"in {MONTHS[month - 1]} {year}", "faithful"),
                ("year", f"in {year}", "faithful"),
                ("another year", f"on {late}", "factual_error"),
                ("another month", f"on {after}", "factual_error"),
            ):
                sentence = _answered(f"{name} was founded {one}.", one.partition(" ")[2])
                chains[f"{kept}, {kind}"] = sentence, right
    _table(folder / "facts.tsv", facts)
    load(folder, "triples", "facts.tsv", "--kg", "g")
    yield from judged(folder, "g", chains)


LETTERS = {
    "ł": ["l"], "Ł": ["L"], "ø": ["o", "oe"], "Ø": ["O", "Oe"], "æ": ["ae"], "Æ": ["Ae"], "đ": ["d", "dj"],
    "Đ": ["D", "Dj"], "ı": ["i"], "ħ": ["h"], "Ħ": ["H"], "œ": ["oe"], "Œ": ["Oe"], "ŧ": ["t"], "þ": ["th"],
    "Þ": ["Th"], "ß": ["ss"], "é": ["e"], "ű": ["u"], "ğ": ["g"], "ș": ["s"], "ț": ["t"], "ñ": ["n"],
    "ă": ["a"], "ẽ": ["e"], "ộ": ["o"], "ķ": ["k"], "ž": ["z"],
}  # fmt: skip


@attack("letters without their marks")
def letters(folder: Path) -> Iterator[Trial]:
    """Names are met, and found, with and without strokes, ligatures and marks."""
    facts, chains, sought = [], {}, {}
    stems, towns = names(), names()
    for letter, plain in LETTERS.items():
        for place in ("start", "middle", "end") if letter.islower() else ("start",):
            stem, town = next(stems), next(towns).replace("a", "o") + "sk"
            name = _with(stem, letter, place)
            facts.append((name, "country", town))
            for spelled in (letter, *plain):
                other = _with(stem, spelled, place)
                sentence = _answered(f"The country of {other} is {town}.", town)
                chains[f"{other} for {name}"] = sentence, "faithful"
                sought[other] = name
    _table(folder / "facts.tsv", facts)
    load(folder, "triples", "facts.tsv", "--kg", "g")
    yield from judged(folder, "g", chains)
    with open_store(f"embedded:{folder / 'store'}") as store:
        for other, name in sought.items():
            found = [match.entity.id for match in store.find_entities("g", other)]
            yield Trial(f"search for {other}", found[:1] == [name], f"found {found[:3]}, not {name}")


def _with(stem: str, letter: str, place: str) -> str:
    match place:
        case "start":
            return (letter + stem[1:])[0].upper() + (letter + stem[1:])[1:]
        case "middle":
            return f"{stem[:3]}{letter}{stem[3:]}"
        case _:
            return f"{stem}{letter}"


COMPOSED = (
    "Édouard Manet", "Zoë Kravitz", "Nguyễn Văn", "Ångström", "\u212bngström", "한국", "が행", "क़लम", "Ệlan",
    "ǟren", "Ωmega", "\u2126hm", "Çelik", "Đặng", "Šimić", "Ñandú", "Åse Ǿrsted", "ḍāl", "ﬁnch", "Ｆull",
    "ᾳ alpha", "Ǯana", "\u0958alam", "שּׁalom", "ấm",
)  # fmt: skip


@attack("composed and decomposed names")
def composed(folder: Path) -> Iterator[Trial]:
    """The two ways in which Unicode writes one letter make one entity, and either finds it."""
    towns = [name + "sk" for name, _ in zip(names(), COMPOSED, strict=False)]
    rows = []
    for name, town in zip(COMPOSED, towns, strict=True):
        forms = [unicodedata.normalize(form, name) for form in ("NFC", "NFD")]
        rows += [(forms[0], "country", town), (forms[1], "capital", town + "i")]
    _table(folder / "facts.tsv", rows)
    load(folder, "triples", "facts.tsv", "--kg", "g")
    with open_store(f"embedded:{folder / 'store'}") as store:
        ids = store.columns("g").entities["id"].to_pylist()
        for name in COMPOSED:
            alike = [
                id for id in ids if unicodedata.normalize("NFC", id) == unicodedata.normalize("NFC", name)
            ]
            yield Trial(f"{name} is one", len(alike) == 1, f"{len(alike)} entities: {alike!r}")
            for form in ("NFC", "NFD"):
                spelled = unicodedata.normalize(form, name)
                found = [match.entity.id for match in store.find_entities("g", spelled)]
                yield Trial(
                    f"{name} in {form}", found[:1] == alike[:1], f"found {found[:3]!r}, not {alike!r}"
                )


_RELATIONS = {
    "P36": "capital",
    "RO_0002212": "negatively regulates",
    "p47": "shares border with",
    "X-9": "spouse",
}
_RDF = {
    "nt": ox.RdfFormat.N_TRIPLES,
    "nq": ox.RdfFormat.N_QUADS,
    "ttl": ox.RdfFormat.TURTLE,
    "n3": ox.RdfFormat.N3,
    "trig": ox.RdfFormat.TRIG,
    "rdf": ox.RdfFormat.RDF_XML,
    "jsonld": ox.RdfFormat.JSON_LD,
}
_LABEL = ox.NamedNode("http://www.w3.org/2000/01/rdf-schema#label")


@attack("labels of RDF predicates")
def labels(folder: Path) -> Iterator[Trial]:
    """`rdfs:label` of a predicate is what its facts are read by, wherever it stands and in any format."""
    for ending, form in _RDF.items():
        for first in (True, False):
            kg = f"{ending}-{'before' if first else 'after'}"
            said, facts, chains = [], [], {}
            name = names()
            for number, (relation, label) in enumerate(_RELATIONS.items()):
                node = ox.NamedNode(f"http://example.org/relations/{relation}")
                ends = [next(name) for _ in range(3)]
                nodes = [ox.NamedNode(f"http://example.org/e/Q{number}{place}") for place in range(3)]
                said.append(ox.Triple(node, _LABEL, ox.Literal(label, language="en" if number % 2 else None)))
                said += [
                    ox.Triple(one, _LABEL, ox.Literal(text)) for one, text in zip(nodes, ends, strict=True)
                ]
                other = ox.NamedNode("http://example.org/relations/named_after")
                facts += [ox.Triple(nodes[0], node, nodes[1]), ox.Triple(nodes[0], other, nodes[2])]
                for end, right in ((ends[1], "faithful"), (ends[2], "factual_error")):
                    sentence = _STATED[label].format(ends[0], end)
                    chains[f"{kg}, {label}, {right}"] = _answered(sentence, end), right
            triples = said + facts if first else facts + said
            data = ox.serialize(triples if form not in _QUADS else map(_quad, triples), format=form)
            (folder / f"{kg}.{ending}").write_bytes(data)
            load(folder, "triples", f"{kg}.{ending}", "--kg", kg)
            yield from judged(folder, kg, chains)


_QUADS = (ox.RdfFormat.N_QUADS, ox.RdfFormat.TRIG)
_STATED = {
    "capital": "The capital of {} is {}.",
    "negatively regulates": "{} negatively regulates {}.",
    "shares border with": "{} shares border with {}.",
    "spouse": "The spouse of {} is {}.",
}


def _quad(triple: ox.Triple) -> ox.Quad:
    return ox.Quad(triple.subject, triple.predicate, triple.object)


TRUE = ("true", "True", "TRUE", "1", "yes", "t", " true ")
FALSE = ("", "false", "False", "FALSE", "0", "no", "f")
NEITHER = ("maybe", "2", "-1", "ja", "null", "truefalse")


@attack("edges that are negated")
def negated(folder: Path) -> Iterator[Trial]:
    """A negated edge contradicts the claim; what is neither true nor false is an error of its line."""
    for ending in ("tsv", "csv", "jsonl"):
        edges, chains = [], {}
        name = names()
        for word in (*TRUE, *FALSE):
            head, tail = next(name), next(name) + "osis"
            edges.append({"subject": head, "predicate": "biolink:causes", "object": tail, "negated": word})
            claim = _answered(f"{head} causes {tail}.", tail)
            denial = f"{head} does not cause {tail}."
            chains[f"{ending}, {word!r}"] = claim, "factual_error" if word in TRUE else "faithful"
            if word in FALSE:
                chains[f"{ending}, {word!r}, denied"] = _answered(denial, tail), "factual_error"
        _edges(folder, ending, edges)
        load(folder, "graph", "--nodes", f"nodes.{ending}", "--edges", f"edges.{ending}", "--kg", ending)
        yield from judged(folder, ending, chains)
        for word in NEITHER:
            _edges(folder, ending, [*edges[:2], edges[2] | {"negated": word}])
            done = groundpath(
                folder, "load", "graph", "--nodes", f"nodes.{ending}", "--edges", f"edges.{ending}", "--kg",
                f"{ending}-not", "--no-embed",
            )  # fmt: skip
            right = done.clear and done.code == 1 and "neither true nor false" in done.err
            yield Trial(f"{ending}, {word!r}", right, str(done))


def _edges(folder: Path, ending: str, edges: list[dict[str, str]]) -> None:
    ids = dict.fromkeys(edge[end] for edge in edges for end in ("subject", "object"))
    nodes = [{"id": id, "category": "biolink:Thing", "name": id} for id in ids]
    for kind, rows in (("nodes", nodes), ("edges", edges)):
        file = folder / f"{kind}.{ending}"
        if ending == "jsonl":
            file.write_text("".join(json.dumps(row) + "\n" for row in rows))
        else:
            _table(file, [tuple(rows[0]), *(tuple(row.values()) for row in rows)])


def _table(file: Path, rows: Iterable[tuple[str, ...]]) -> None:
    text = io.StringIO()
    separator = "," if file.suffix == ".csv" else "\t"
    csv.writer(text, delimiter=separator, lineterminator="\n", quoting=csv.QUOTE_MINIMAL).writerows(rows)
    file.write_text(text.getvalue(), "utf-8")
