"""Certificates: for each claim of a verdict its status, what it rests on, and how it was read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

from ..counted import counted
from ..names import is_unicode
from ..store.evidence import COLUMNS, EvidenceRow, Template
from ..store.protocol import GraphStore, Statement
from ..terms import Fact, Triple
from .derivation import Atoms
from .digest import digest_of

if TYPE_CHECKING:
    from .checker import Rechecked

FORMAT = 1
"""The version of what is written; `certificate.schema.json` describes it."""

ENOUGH_ENDS = 50
"""Ends of a relation from which it is learned that it has one value."""
NEARLY_ALL = 0.98
"""The share of them that has one."""

Because = Literal[
    "stated",
    "follows",
    "excluded",
    "denied",
    "turned",
    "otherwise",
    "supposed",
    "unread",
    "apart",
    "unnamed",
    "repeated",
    "far",
]
"""Why a claim has its status:

- "stated": a fact says it; "follows": facts and rules give it, and no fact says it.
- "excluded": it denies what cannot hold together with a fact.
- "denied": a fact says what it denies; "turned": a fact says it the other way round, and none this way;
  "otherwise": the graph holds something else in its place.
- "supposed": a fact says it, and the words do not assert it; "unread": facts join its two things, and the
  words are not read as any; "apart": nothing joins them; "unnamed": the graph knows no such name; "repeated":
  it sums up what was shown.
- "far": method "paper", whose nearest fact scores too low.
"""

STATUSES: Mapping[str, frozenset[str]] = {
    "supported": frozenset({"stated", "excluded"}),
    "inferred": frozenset({"follows"}),
    "contradicted": frozenset({"denied", "turned", "otherwise", "far"}),
    "unknown": frozenset({"supposed", "unread", "apart", "unnamed"}),
    "no_claim": frozenset({"repeated"}),
}
"""The reasons that each status may have."""

_MOST_SOURCES = 8  # of a fact

Answer = Any  # what a row of evidence gives, see Evidence


@dataclass(frozen=True, slots=True)
class Evidence:
    """One statement and what it returned.

    Attributes:
        template: which statement; `GraphStore.evidence_statement` gives its Cypher.
        rows: its parameters.
        gives: what it returned for each row. "facts": [key, sources] of the fact (eight sources at most),
            None where there is none. "joins": the relations, sorted. "over": whether there is such a way.
            "tails": how many. "names": how many bear it. "single_…": [how many ends, how many with one].
    """

    template: Template
    rows: tuple[EvidenceRow, ...]
    gives: tuple[Answer, ...]

    @classmethod
    def of_facts(cls, facts: Iterable[Fact], absent: Iterable[Triple] = ()) -> Self:
        """Facts that a graph states, and triples that it does not."""
        cited, lacking = list(facts), tuple(absent)
        given = ([fact.key, list(fact.sources[:_MOST_SOURCES])] for fact in cited)
        rows = (*(fact.triple for fact in cited), *lacking)
        return cls("facts", rows, (*given, *(None for _ in lacking)))

    def statement(self, store: GraphStore, kg: str) -> Statement:
        """The Cypher and parameters, for `store.cypher`."""
        return store.evidence_statement(kg, self.template, self.rows)

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        return {
            "template": self.template,
            "rows": [list(row) for row in self.rows],
            "gives": list(self.gives),
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Back from `to_dict`. Raises KeyError, TypeError or ValueError for anything else."""
        rows = tuple(map(tuple, row["rows"]))
        width = len(COLUMNS[row["template"]])
        if not rows or any(len(one) != width or not _are_texts(one) for one in rows):
            raise ValueError(f"evidence takes rows of {counted(width, 'text')}")
        gives = tuple(row["gives"])
        if len(gives) != len(rows) or not all(_is_answer(row["template"], answer) for answer in gives):
            raise ValueError("evidence gives an answer to each row")
        return cls(row["template"], rows, gives)


def _is_answer(template: Template, answer: Answer) -> bool:
    match template:
        case "facts":
            return answer is None or (
                len(answer) == 2 and isinstance(answer[0], str) and _are_texts(answer[1])
            )
        case "joins":
            return _are_texts(answer)
        case "single_tails" | "single_heads":
            return isinstance(answer, list | tuple) and len(answer) == 2
    return isinstance(answer, int)


def _listed(rules: Iterable[Atoms]) -> list[list[list[str]]]:
    return [[list(atom) for atom in rule] for rule in rules]


def _atoms(rule: Iterable[Iterable[str]]) -> Atoms:
    """Back from JSON. Raises TypeError or ValueError for anything else."""
    atoms = tuple((relation, first, second) for relation, first, second in rule)
    if not all(map(_are_texts, atoms)):
        raise ValueError("an atom of a rule is a relation and two variables")
    return atoms


def _are_texts(answer: Answer) -> bool:
    texts = isinstance(answer, list | tuple) and all(isinstance(text, str) for text in answer)
    return texts and is_unicode("".join(answer))


class Reading(NamedTuple):
    """How the words of a claim were read; a certificate attests this, and the graph cannot prove it.

    Attributes:
        span: first and last place, the last exclusive, of the sentence in the step's text; None where it is
            not there as it was read, as after a line that leads in.
        phrase: the words about the two things.
        relation: the id of what they were read as; of two over a node without a name both, with ".." between.
            Empty where they were read as none.
        forward: whether it leads from what is named first to what is named second.
        by: "lexicon" or "learned", the step that decided; "vectors" in method "paper"; empty where none did.
        rules: the ids of the rule rows behind it.
    """

    span: tuple[int, int] | None
    phrase: str
    relation: str = ""
    forward: bool = True
    by: str = ""
    rules: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        span, rules = self.span and list(self.span), list(self.rules)
        return {**self._asdict(), "span": span, "rules": rules}

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Back from `to_dict`."""
        span = row["span"]
        return cls(**{**row, "span": span and (span[0], span[1]), "rules": tuple(row["rules"])})


@dataclass(frozen=True, slots=True)
class ClaimCertificate:
    """What one claim rests on.

    Attributes:
        step: the number of its step; in answers about a domain that of the claim.
        status: see ClaimVerdict; in method "paper" "supported" and "contradicted" alone, one claim a step.
        world: of a claim that the graph contradicts "otherwise" what makes its absence count: "local" (the
            graph holds some tail of the head and the relation), "closed", or "single_tails" and
            "single_heads" (the relation has one value, as its evidence shows).
        follows: of an inferred claim the fact that it says.
        by_rules: the rules that give it; each its atoms, what follows last: relation, and variables of head
            and tail.
        left_out: why some evidence is missing; empty where none is. Such a claim cannot be checked.
    """

    step: int
    status: str
    because: Because
    reading: Reading
    evidence: tuple[Evidence, ...] = ()
    world: str = ""
    follows: Triple | None = None
    by_rules: tuple[Atoms, ...] = ()
    left_out: str = ""

    @property
    def facts(self) -> Iterator[tuple[str, Triple, tuple[str, ...]]]:
        """Key, triple and sources of the facts that it rests on."""
        for one in self.evidence:
            if one.template == "facts":
                for row, given in zip(one.rows, one.gives, strict=True):
                    if given is not None:
                        yield given[0], Triple(*row), tuple(given[1])

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON; what is empty is left out."""
        return {
            "step": self.step,
            "status": self.status,
            "because": self.because,
            "reading": self.reading.to_dict(),
            "evidence": [one.to_dict() for one in self.evidence],
            **({"world": self.world} if self.world else {}),
            **({"follows": list(self.follows), "by_rules": _listed(self.by_rules)} if self.follows else {}),
            **({"left_out": self.left_out} if self.left_out else {}),
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Back from `to_dict`. Raises KeyError, TypeError or ValueError for anything else."""
        step, status, because = row["step"], row["status"], row["because"]
        world, left_out = row.get("world", ""), row.get("left_out", "")
        follows, by_rules = tuple(row.get("follows", ())), tuple(map(_atoms, row.get("by_rules", ())))
        if not _are_texts((status, because, world, left_out, *follows)):
            raise ValueError("a claim says in texts what it is")
        if not isinstance(step, int) or because not in STATUSES[status]:
            raise ValueError(f"no claim is {status!r} because it is {because!r}")
        return cls(
            step,
            status,
            because,
            Reading.from_dict(row["reading"]),
            tuple(map(Evidence.from_dict, row["evidence"])),
            world,
            Triple(*follows) if follows else None,
            by_rules,
            left_out,
        )


class Versions(NamedTuple):
    """Digests of what a verdict depends on besides its text; each is empty where there is no such thing.

    Attributes:
        graph: of all facts and names.
        schema: of what is declared of the relations.
        identity: of what users decided about which names are one thing.
        matcher: of the learned matcher; in method "paper" the name of the encoder.
        rules: of the rules that complete the graph.
    """

    graph: str
    schema: str
    identity: str
    matcher: str
    rules: str = ""


class Seal(NamedTuple):
    """What tells that nothing of a row was changed.

    Attributes:
        row: digest of the row that the certificate stands in, without the certificate and `made_from`.
        digest: of the certificate with `row`.
        key: the public key that signed the digest, empty where nobody did: Ed25519, in base64, as is
        signature: the signature of the 64 digits of the digest.
    """

    row: str
    digest: str
    key: str = ""
    signature: str = ""


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a verdict rests on, by which it can be proved again from its graph alone.

    Attributes:
        kg: the graph.
        claims: those of its steps, in order.
        seal: None until it stands in a row.
    """

    kg: str
    versions: Versions
    claims: tuple[ClaimCertificate, ...]
    seal: Seal | None = field(default=None, compare=False)

    def sealed(self, row: Mapping[str, Any]) -> "Certificate":
        """With the seal of the row that it is to stand in; as it is where it has one."""
        if self.seal:
            return self
        of_row = digest_of(row)
        return replace(self, seal=Seal(of_row, digest_of(self._plain(of_row))))

    @property
    def is_whole(self) -> bool:
        """Whether its digest is that of what it holds."""
        return self.seal is not None and digest_of(self._plain(self.seal.row)) == self.seal.digest

    def recheck(self, store: GraphStore, kg: str | None = None) -> "Rechecked":
        """Prove it again from a store; see `checker.recheck_certificate`."""
        from .checker import recheck_certificate

        return recheck_certificate(self, store, kg)

    def statements(self, store: GraphStore) -> list[Statement]:
        """The Cypher that returns what it rests on, in the order of claims."""
        return [one.statement(store, self.kg) for claim in self.claims for one in claim.evidence]

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON, as `certificate.schema.json` describes them."""
        if self.seal is None:
            return self._plain("")
        signed = {"key": self.seal.key, "signature": self.seal.signature} if self.seal.key else {}
        return {**self._plain(self.seal.row), "digest": self.seal.digest, **signed}

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Back from `to_dict`. Raises KeyError, TypeError or ValueError for anything else."""
        if row["format"] != FORMAT:
            raise ValueError(f"format {row['format']!r} is not {FORMAT}")
        seal = Seal(row["row"], row["digest"], row.get("key", ""), row.get("signature", ""))
        claims = tuple(map(ClaimCertificate.from_dict, row["claims"]))
        if not _are_texts((row["kg"], *seal)):
            raise ValueError("graph, digests and signature are texts")
        return cls(row["kg"], Versions(**row["versions"]), claims, seal)

    def _plain(self, of_row: str) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "kg": self.kg,
            "versions": self.versions._asdict(),
            "row": of_row,
            "claims": [claim.to_dict() for claim in self.claims],
        }


def plain_row(
    row: Mapping[str, Any], left_out: Sequence[str] = ("certificate", "made_from")
) -> dict[str, Any]:
    """What of a row a seal is of."""
    return {name: value for name, value in row.items() if name not in left_out}
