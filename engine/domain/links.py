"""The output graph: what reasoning says as links ⟨entity, relation, entity⟩.

Reference: A Reasoning-Based Evaluation Framework for Knowledge Graph-Augmented LLMs, Section 3.3.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ..language.rules import FIRST, SECOND
from ..llm.chat import ChatReply
from ..names import verbalise
from ..trace.triples import Heads, read_reply
from .claims import JudgedClaim

_SLOTS = frozenset({FIRST, SECOND})
UNNAMED = "related to"
"""Stands for a relation that the text has no words for: "psoriasis (HLA-B)"."""


@dataclass(frozen=True, slots=True)
class OutputLink:
    """A link of the output graph, in the words of the reasoning."""

    subject: str
    relation: str
    object: str

    @property
    def text(self) -> str:
        """The link as the sentence that is compared."""
        return verbalise(self.subject, self.relation, self.object)


@dataclass(frozen=True, slots=True)
class ReadLinks:
    """What could be read of a model's reply.

    Attributes:
        unread: its lines that are no link; empty for a reply in the form that was asked for.
        cut_off: it ended at the limit of tokens.
    """

    links: tuple[OutputLink, ...]
    unread: tuple[str, ...]
    cut_off: bool


NO_LINKS = ReadLinks((), (), False)


def links_of_reply(reply: ChatReply) -> ReadLinks:
    """The links that a chat model wrote down, each once; whatever else it wrote is told, never guessed at."""
    read = read_reply(reply, Heads(""))
    links = tuple(OutputLink(*triple) for triple in read.triples)
    return ReadLinks(links, tuple(refused.line for refused in read.refused), read.cut_off)


def links_of_claims(claims: Iterable[JudgedClaim]) -> tuple[OutputLink, ...]:
    """The links that the claims found in a text make, each once; words that are not understood make none."""
    return tuple(dict.fromkeys(link_of_claim(claim) for claim in claims if not claim.unread))


def link_of_claim(claim: JudgedClaim) -> OutputLink:
    """A claim as a link: what it names, with the words between the two, else all words that it has.

    What a claim only points to ("this gene", "it") is called by its name, as the paper's prompt asks for.
    """
    words = claim.said.split()
    slots = [at for at, word in enumerate(words) if word in _SLOTS]
    between = words[slots[0] + 1 : slots[-1]] if len(slots) > 1 else []
    said = between or [word for word in words if word not in _SLOTS]
    if claim.negated and _NEGATIONS.isdisjoint(said):
        said = ["not", *said]
    return OutputLink(str(claim.subject), " ".join(said) or UNNAMED, str(claim.object))


_NEGATIONS = frozenset({"no", "not", "never", "neither", "nor", "without", "t"})
