"""Labelled chains that show a model how facts are chosen, one after the other.

Reference: TRACE the Evidence, Appendix B.2 (Figure 7), B.4 (Table 11) and C.4.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import as_file, files
from typing import Any

from ...loaders.reading import PathLike
from ..terms import Triple
from .labelled import read_labelled
from .triples import triple_text

_PACKAGED = "labelled_chains.jsonl"


@dataclass(frozen=True, slots=True)
class LabelledChain:
    """A question with the facts that lead to its answer, and others that are near them.

    Attributes:
        chain: in the order in which they are chosen; at least one.
        others: facts of the same documents that are not needed.
    """

    question: str
    chain: tuple[Triple, ...]
    others: tuple[Triple, ...]

    def step(self, chosen: int) -> tuple[list[str], list[str], int]:
        """How the chain goes on after some facts: facts so far, options, and the place of the right one.

        After the last fact the right place is -1: the chain ends. The options stand in an order that says
        nothing about which is right, and is the same in every run.
        """
        so_far, left = self.chain[:chosen], self.chain[chosen:]
        options = sorted((*left[:1], *self.others), key=self._lot)
        return (
            list(map(triple_text, so_far)),
            list(map(triple_text, options)),
            options.index(left[0]) if left else -1,
        )

    def _lot(self, triple: Triple) -> bytes:
        return blake2b("\x00".join((self.question, *triple)).encode(), digest_size=8).digest()


@cache
def packaged_chains() -> tuple[LabelledChain, ...]:
    """Those that come with groundpath: questions that lead from fact to fact, compare, or ask yes or no."""
    with as_file(files(__package__).joinpath(_PACKAGED)) as path:
        return read_chains(path)


def read_chains(path: PathLike) -> tuple[LabelledChain, ...]:
    """Labelled chains of a file (JSON lines or one JSON array): `question`, `chain` and `others`.

    `chain` and `others` are lists of [title, relation, tail].

    Raises:
        BadRowError: a row is malformed.
        InputError: the file cannot be read, or holds none.
    """
    return read_labelled(path, _labelled, "labelled chain")


def _labelled(row: Any) -> LabelledChain:
    if not isinstance(row, dict) or not isinstance(row.get("question"), str) or not row["question"].strip():
        raise ValueError("is not a labelled chain with question, chain and others")
    chain, others = (_triples(row.get(member, []), member) for member in ("chain", "others"))
    if not chain:
        raise ValueError("has a chain without a fact")
    if len({*chain, *others}) < len(chain) + len(others):
        raise ValueError("names a fact twice")
    return LabelledChain(row["question"], chain, others)


def _triples(value: Any, member: str) -> tuple[Triple, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str) or not all(map(_is_triple, value)):
        raise ValueError(f"has {member} that is not a list of [title, relation, tail]")
    return tuple(Triple(*triple) for triple in value)


def _is_triple(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 3
        and all(isinstance(part, str) and part.strip() for part in value)
    )
