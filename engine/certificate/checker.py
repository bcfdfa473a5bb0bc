"""Proves certificates again, from a graph alone.

It reads no text, matches no words and judges no claim: it asks the statements that certificates name, and
compares what the graph gives with what it gave. So it proves the graph's side, and attests the reading: that
the row is the one that was written, by whom where it is signed.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ..counted import counted
from ..errors import InputError, UnknownGraphError
from ..parsing import json_value
from ..progress import SILENT, Progress
from ..store.protocol import GraphStore
from ..terms import fact_key
from .answers import Answers, Asked
from .claims import (
    ENOUGH_ENDS,
    NEARLY_ALL,
    Certificate,
    ClaimCertificate,
    Evidence,
    plain_row,
)
from .compact import read_compact
from .derivation import follows
from .digest import digest_of
from .signing import is_signed

Found = Literal["holds", "no_longer_holds", "tampered", "other_graph", "cannot_be_checked"]
FOUND: tuple[Found, ...] = ("tampered", "no_longer_holds", "other_graph", "cannot_be_checked", "holds")
"""What may be found of a certificate, the worst first."""

_AT_ONCE = 2_000  # rows of a file


class RecheckedClaim(NamedTuple):
    """What is found of one claim; `reason` is empty where it holds."""

    step: int
    status: str
    found: Found
    reason: str = ""


class Rechecked(NamedTuple):
    """What is found of one certificate.

    Attributes:
        id: of its row.
        line: of the file, from 1; 0 outside of a file.
        found: the worst of its claims', or what is wrong with the whole.
        reason: empty where it holds.
        claims: none where the whole is refused.
    """

    id: str
    line: int
    found: Found
    reason: str = ""
    claims: tuple[RecheckedClaim, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        return {**self._asdict(), "claims": [claim._asdict() for claim in self.claims]}


class _Waiting(NamedTuple):
    """A row that was looked at: a certificate to prove, or what is wrong."""

    id: str
    line: int
    certificate: Certificate | None
    found: Found = "holds"
    reason: str = ""


def recheck_certificate(certificate: Certificate, store: GraphStore, kg: str | None = None) -> Rechecked:
    """Prove one certificate again; see `recheck_file`. The row that it stands in is not looked at.

    Raises:
        GraphBusyError, StoreError: see GraphStore.
    """
    waiting = _Waiting("", 0, certificate)
    if certificate.seal and not certificate.is_whole:
        waiting = _Waiting("", 0, None, "tampered", "its digest is not that of what it holds")
    return next(_proved([waiting], store, kg, {}))


def recheck_file(
    path: str | os.PathLike[str],
    store: GraphStore,
    *,
    kg: str | None = None,
    key: str | None = None,
    progress: Progress = SILENT,
) -> Iterator[Rechecked]:
    """Prove the certificates of a file of verdicts again, in order; memory stays flat.

    A file that ends in .parquet holds certificates alone, as `write_compact` keeps them.

    Found of each: "holds"; "no_longer_holds", where the graph gives something else now; "tampered", where the
    row or the certificate is not what was written, or contradicts itself; "other_graph", where it is of
    another graph than `kg`; "cannot_be_checked", where the row has no certificate, its graph is not in the
    store, or some evidence was left out.

    Args:
        kg: the graph that is meant; None for the one that each certificate names.
        key: the public key, in base64, that must have signed each.

    Raises:
        InputError: the file is not there; or it is signed and `cryptography` is not installed.
        GraphBusyError, StoreError: see GraphStore.
    """
    answers: dict[str, Answers] = {}
    with (
        _opened(Path(path), key) as waiting,
        ThreadPoolExecutor(1) as beside,  # looks at the next rows while the graph answers for these
        progress.task("Checking verdicts", None) as advance,
    ):
        ahead = beside.submit(list, islice(waiting, _AT_ONCE))
        while some := ahead.result():
            ahead = beside.submit(list, islice(waiting, _AT_ONCE))
            yield from _proved(some, store, kg, answers)
            advance(len(some))


@contextmanager
def _opened(path: Path, key: str | None) -> Iterator[Iterator[_Waiting]]:
    """The rows of a file, each looked at without its graph."""
    if path.suffix == ".parquet":
        kept = enumerate(read_compact(path), 1)
        yield (_certified_as(id, number, written, None, key) for number, (id, written) in kept)
        return
    try:
        file = path.open("rb")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}; choose another file") from error
    with file:
        yield (_looked_at(line, number, key) for number, line in enumerate(file, 1))


def _looked_at(line: bytes, number: int, key: str | None) -> _Waiting:
    """What a row is without its graph."""
    try:
        row = json_value(line)
        id = str(row["id"])
    except (ValueError, KeyError, TypeError):
        return _Waiting("", number, None, "cannot_be_checked", "it is no row of an audit")
    written = row.get("certificate")
    if written is None:
        if key:
            return _Waiting(id, number, None, "tampered", "it is not signed: it has no certificate")
        return _Waiting(id, number, None, "cannot_be_checked", "it has no certificate; audit it again")
    return _certified_as(id, number, written, row, key)


def _certified_as(
    id: str, number: int, written: Mapping[str, Any], row: Mapping[str, Any] | None, key: str | None
) -> _Waiting:
    """What a certificate is without its graph; `row` is the one that it stands in, None where it is alone."""
    try:
        certificate = Certificate.from_dict(written)
        fault = _fault(row, written, certificate, key)
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError, IndexError) as error:
        if isinstance(error, InputError):
            raise
        return _Waiting(
            id, number, None, "tampered", f"its certificate is none ({type(error).__name__}: {error})"
        )
    return _Waiting(id, number, None if fault else certificate, "tampered" if fault else "holds", fault)


def _fault(
    row: Mapping[str, Any] | None, written: Mapping[str, Any], certificate: Certificate, key: str | None
) -> str:
    """What tells, without the graph, that a row is not what was written; empty where nothing does."""
    seal = certificate.seal
    assert seal is not None
    if key and seal.key != key:
        return "it is not signed by this key" if seal.key else "it is not signed"
    if digest_of(plain_row(written, ("digest", "key", "signature"))) != seal.digest:
        return "its certificate's digest is not that of what it holds"
    if seal.key and not is_signed(seal.digest, seal.key, seal.signature):
        return "its signature is not that of its digest by its key"
    if row is None:
        return ""
    if digest_of(plain_row(row)) != seal.row:
        return "the row is not the one that its certificate is of"
    return "" if _is_told(row, certificate) else "its claims are not its certificate's"


def _is_told(row: Mapping[str, Any], certificate: Certificate) -> bool:
    """Whether a row says what its certificate does; one of `check` shows what it takes from a graph."""
    if "sentences" in row:
        claims = [claim for sentence in row["sentences"] for claim in sentence["claims"]]
        facts = [fact for claim in claims if claim["graph"] == "supported" for fact in claim["facts"]]
        shown = {one["key"] for fact in facts for one in fact.get("over") or [fact]}
        return shown <= {key for claim in certificate.claims for key, _, _ in claim.facts}
    return _told(row) == list(map(_certified, certificate.claims))


_Told = tuple[int, str, tuple[str, ...]]


def _told(row: Mapping[str, Any]) -> list[_Told]:
    """Step, status and the keys of what supports it, of each claim of a row."""
    if "pointed" in row:
        return [(number, claim["verdict"], _best(claim)) for number, claim in enumerate(row["claims"], 1)]
    if row["method"] == "path":
        return [
            (step["number"], claim["status"], _keys(claim))
            for step in row["steps"]
            for claim in step["claims"]
        ]
    tied = [(step, step["facts"][0]) for step in row["steps"] if step["facts"]]
    return [
        (
            step["number"],
            "contradicted" if step["error"] == "factual_error" else "supported",
            tuple(fact["key"] for fact in best.get("over") or [best]),
        )
        for step, best in tied
    ]


def _best(claim: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys of the best evidence of a claim about a domain that it supports, each once."""
    if claim["verdict"] != "supported":
        return ()
    return tuple(dict.fromkeys(fact["key"] for fact in claim["evidence"][0]["facts"]))


def _keys(claim: Mapping[str, Any]) -> tuple[str, ...]:
    inferred = claim.get("inferred_by") or {"facts": []}
    return tuple(fact["key"] for fact in (claim["fact"], claim.get("onward"), *inferred["facts"]) if fact)


def _certified(claim: ClaimCertificate) -> _Told:
    """The same as its certificate has it."""
    supports = claim.status in ("supported", "inferred") or claim.because == "far"
    return claim.step, claim.status, tuple(key for key, _, _ in claim.facts) if supports else ()


def _proved(
    waiting: Sequence[_Waiting], store: GraphStore, kg: str | None, answers: dict[str, Answers]
) -> Iterator[Rechecked]:
    """What is found of some rows; what their evidence asks for is read at once."""
    graphs = {one.certificate.kg for one in waiting if one.certificate} if kg is None else {kg}
    missing: dict[str, str] = {}
    for graph in sorted(graphs):
        asked = (
            _asked(one.certificate) for one in waiting if one.certificate and one.certificate.kg == graph
        )
        try:
            if graph not in answers:
                store.graph(graph)  # rows without claims ask it nothing
                answers[graph] = Answers(store, graph)
            answers[graph].prepare(row for rows in asked for row in rows)
        except UnknownGraphError as error:
            missing[graph] = str(error)
    for one in waiting:
        certificate = one.certificate
        if certificate is None:
            yield Rechecked(one.id, one.line, one.found, one.reason)
        elif certificate.kg not in graphs:
            reason = f"it is of graph {certificate.kg!r}, not of {kg!r}"
            yield Rechecked(one.id, one.line, "other_graph", reason)
        elif certificate.kg in missing:
            yield Rechecked(one.id, one.line, "cannot_be_checked", missing[certificate.kg])
        else:
            claims = tuple(_claim(claim, answers[certificate.kg]) for claim in certificate.claims)
            worst = min(claims, key=lambda claim: FOUND.index(claim.found), default=None)
            reason = f"step {worst.step}: {worst.reason}" if worst and worst.reason else ""
            yield Rechecked(one.id, one.line, worst.found if worst else "holds", reason, claims)


def _asked(certificate: Certificate) -> Iterable[Asked]:
    return (
        (evidence.template, row)
        for claim in certificate.claims
        for evidence in claim.evidence
        for row in evidence.rows
    )


def _claim(claim: ClaimCertificate, answers: Answers) -> RecheckedClaim:
    """What is found of a claim whose evidence the graph was asked for."""
    if fault := _inconsistent(claim):
        return RecheckedClaim(claim.step, claim.status, "tampered", fault)
    if claim.left_out:
        return RecheckedClaim(claim.step, claim.status, "cannot_be_checked", claim.left_out)
    for evidence in claim.evidence:
        for row, given in zip(evidence.rows, evidence.gives, strict=True):
            now = answers[evidence.template, row]
            if now is Answers.UNASKED:
                reason = f"the store cannot be asked of {_shown(row)}"
                return RecheckedClaim(claim.step, claim.status, "cannot_be_checked", reason)
            if reason := _change(evidence, row, given, now):
                return RecheckedClaim(claim.step, claim.status, "no_longer_holds", reason)
    return RecheckedClaim(claim.step, claim.status, "holds")


def _inconsistent(claim: ClaimCertificate) -> str:
    """What in a claim contradicts itself; empty where nothing does."""
    for key, triple, _ in claim.facts:
        if fact_key(*triple) != key:
            return f"{key!r} is not the key of {_shown(triple)}"
    facts = [triple for _, triple, _ in claim.facts]
    rests = claim.because != "far" and not claim.left_out
    if claim.status in ("supported", "inferred", "contradicted") and not facts and rests:
        return f"it is {claim.status!r}, and rests on no fact"
    if claim.status == "supported" and any(None in one.gives for one in claim.evidence):
        return "it is supported by a fact that was not there"
    if claim.world.startswith("single") and all(one.template != claim.world for one in claim.evidence):
        return "nothing shows that the relation has one value"
    if claim.status == "inferred" and (claim.follows is None or claim.follows in facts):
        return "it is inferred, and what follows is stated or not said"
    if claim.follows is None:
        return ""
    try:
        given = follows(claim.follows, facts, claim.by_rules)
    except ValueError as error:
        return str(error)
    return "" if given else f"{_shown(claim.follows)} does not follow from its facts by its rules"


def _change(evidence: Evidence, row: Sequence[str], given: Any, now: Any) -> str:
    """What the graph gives otherwise than it gave; empty where it bears out as much as before."""
    shown = _shown(row)
    match evidence.template:
        case "facts" if given is None:
            return "" if now is None else f"the graph now states {shown}"
        case "facts" if now is None:
            return f"the graph no longer states {shown}"
        case "facts":
            gone = sorted(set(given[1]) - now)
            return f"{shown} is no longer stated by {', '.join(gone)}" if gone else ""
        case "single_tails" | "single_heads":
            total, alone = now
            if total >= ENOUGH_ENDS and alone >= NEARLY_ALL * total:
                return ""
            return f"{shown} has one value at {alone} of {total} now, too few to say that it has one"
        case _ if given == now:
            return ""
        case "joins":
            return f"{_arrow(row)} are joined by {_listed(now)} now, where it was {_listed(given)}"
        case "over":
            return f"over others {shown} now {'leads' if now else 'does not lead'}"
        case "tails":
            return f"{shown} leads to {now} now, where it was {given}"
        case _:
            return f"{counted(now, 'entity is', 'entities are')} named {shown} now, where it was {given}"


def _shown(row: Sequence[str]) -> str:
    return f"“{' '.join(row)}”"


def _arrow(row: Sequence[str]) -> str:
    return f"“{' → '.join(row)}”"


def _listed(relations: Sequence[str]) -> str:
    return ", ".join(map(repr, relations)) or "nothing"
