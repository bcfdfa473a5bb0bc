"""What an audit takes and what it returns: plain values that carry their evidence."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

from ..certificate.claims import Certificate
from ..store.protocol import Statement
from ..subgraphs import subgraph_of
from ..terms import Fact, Triple
from .evidence import ErrorKind, GroundedFact, Row, StepVerdict

if TYPE_CHECKING:
    from py2neo import Subgraph

Outcome = Literal["faithful", "inferred", "unfaithful", "unscored"]
UnscoredKind = Literal["abstained", "unstructured", "failed"]

LENIENT = "groundpath"
"""The protocol of verdicts on texts in any layout."""


class Maker(NamedTuple):
    """What a chain of thought was made by; each is empty where its row does not say."""

    model: str
    strategy: str
    prompt: str

    def __str__(self) -> str:
        return ", ".join(filter(None, self))


@dataclass(frozen=True, slots=True)
class ChainOfThought:
    """One row to audit.

    Attributes:
        topic: the entities (ids or names) that the question asks from; may be empty.
        gold_answers: ids or names, any of which is right; empty when not known.
        gold_paths: the paths that answer the question, by ids, for the measures that need them.
        group: what the samples of one question share (CoT-SC); empty when the chain is the only one.
        model, strategy, prompt: what names whom the text is of and how it was asked for, as `groundpath
            generate` writes them; empty when not known. Chains that differ in them are never taken together.
    """

    id: str
    question: str
    text: str
    topic: tuple[str, ...] = ()
    gold_answers: tuple[str, ...] = ()
    gold_paths: tuple[tuple[Triple, ...], ...] = ()
    group: str = ""
    model: str = ""
    strategy: str = ""
    prompt: str = ""

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Back from `dataclasses.asdict`, also by way of JSON."""
        paths = tuple(tuple(Triple(*triple) for triple in path) for path in row["gold_paths"])
        lists = {name: tuple(row[name]) for name in ("topic", "gold_answers")}
        return cls(**{**row, **lists, "gold_paths": paths})


@dataclass(frozen=True, slots=True)
class NearestGold:
    """The gold path that a chain's grounded path is nearest to.

    Attributes:
        number: 1-based place among the row's gold paths.
        distance: what the edits cost that turn the grounded path into it; 0 when they are the same.
        worst: what they would cost if the two had no hop in common.
        hops: how many it has; what a mediator joins counts as one, see `hops_of`.

    Reference: Direct Evaluation of CoT, Algorithm 3 and Appendix C.3.
    """

    number: int
    path: tuple[Triple, ...]
    distance: int
    worst: int
    hops: int

    @property
    def share(self) -> float:
        """The distance in [0, 1]: 0 for the same path, 1 for paths that have nothing in common."""
        return self.distance / self.worst if self.worst else 0.0

    def to_dict(self) -> Row:
        """As values of JSON."""
        return asdict(self) | {"path": [list(triple) for triple in self.path]}

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Back from `to_dict`; in files that were written before hops were kept each fact is one."""
        path = tuple(Triple(*triple) for triple in row["path"])
        return cls(row["number"], path, row["distance"], row["worst"], row.get("hops", len(path)))


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """Whether one chain of thought is grounded, and why.

    Attributes:
        verdict: "faithful"; "inferred" when all holds, but some claim only by rules that complete the graph;
            "unfaithful"; or "unscored" when it cannot be judged (`reason` says why).
        error: the first kind that applies of factual_error > incoherent > misguided > answer_error.
        answer: the answer that the chain gives, None when it gives none.
        fault: number of the step at fault, None when no single step is.
        gold_answers: what the answer was held against, as the row gave it; empty when not known.
        unscored_as: "abstained" (the text declines to answer), "unstructured" (it gives no answer, no
            reasoning or, under the paper's protocol, another layout than was asked for) or "failed"
            (groundpath itself failed on it, see `reason`), None for what is judged or could not be judged for
            other reasons.
        answer_right: whether the answer is a gold one; None without an answer or without gold answers.
        nearest_gold: the best gold path for the grounded one; None where the row has no gold paths.
        repair: for a chain that is broken (factual error, incoherent, misguided) a path that is not, as
            method "path" suggests it: the nearest gold path, or without gold paths the shortest from the
            topic to the answer; empty when there is none. It belongs to no step: its scores are 0.
        group, model, strategy, prompt: as the row gave them.
        world: in method "path" which absent facts are false: "local", "open" or "closed".
        reader: the chat model that told what the steps claim; empty where the text itself was read.
        protocol: what was counted as abstained and as unstructured: "groundpath", whose reading is lenient,
            or "paper" (see PaperProtocol).
        warning: what is wrong with the row itself: in method "path" a topic that the graph does not know,
            with the nearest names. The verdict is made without that topic.
        certificate: what it rests on, claim by claim, by which it can be proved again
            (`certificate.recheck`); None in files that were written before there were any.
    """

    id: str
    question: str
    verdict: Outcome
    error: ErrorKind | None
    answer: str | None
    steps: tuple[StepVerdict, ...]
    fault: int | None
    reason: str
    method: str
    gold_answers: tuple[str, ...] = ()
    unscored_as: UnscoredKind | None = None
    answer_right: bool | None = None
    nearest_gold: NearestGold | None = None
    group: str = ""
    repair: tuple[GroundedFact, ...] = ()
    model: str = ""
    strategy: str = ""
    prompt: str = ""
    world: str = ""
    reader: str = ""
    protocol: str = LENIENT
    warning: str = ""
    certificate: Certificate | None = None

    @property
    def told(self) -> str:
        """The reason, and the warning where there is one."""
        return f"{self.reason} {self.warning}".strip()

    @property
    def maker(self) -> Maker:
        """What the chain was made by."""
        return Maker(self.model, self.strategy, self.prompt)

    @property
    def reasoning_sound(self) -> bool | None:
        """Whether the steps are supported, connect and lead to what was asked, whatever the answer.

        None where it is unscored, and where it holds by inference, which is counted with neither.

        So they are in a faithful chain, and in one whose only error is its answer: "Incorrect Answer &
        Correct Reasoning" in Table 8 of Direct Evaluation of CoT.
        """
        holds = self.verdict in ("faithful", "inferred") or self.error == "answer_error"
        if self.verdict == "unscored" or (holds and self.rests_on_inference):
            return None
        return holds

    @property
    def rests_on_inference(self) -> bool:
        """Whether a claim of it is inferred: the graph states it only by rules that complete it."""
        return any(claim.inferred for step in self.steps for claim in step.claims)

    @property
    def statement(self) -> Statement | None:
        """The Cypher and parameters that return the grounded path, a row for each fact, in order.

        None when nothing is grounded.
        """
        grounding = [fact for step in self.steps for fact in step.grounding]
        return grounding[0].showing.facts(one.fact for one in grounding) if grounding else None

    @property
    def grounded_facts(self) -> tuple[Fact, ...]:
        """The facts that the steps are tied to, in order."""
        return tuple([fact.fact for step in self.steps for fact in step.grounding])

    @property
    def grounded_path(self) -> tuple[Triple, ...]:
        """The triples that the steps are tied to, in order, as the graph states them."""
        return tuple(fact.triple for fact in self.grounded_facts)

    def to_subgraph(self, store: object = None) -> "Subgraph":
        """What it rests on as a py2neo Subgraph; with the `store` of its graph, the nodes of the database.

        That is the facts that the steps are tied to, those that an inferred claim follows from, and those
        that the graph states in place of what a step says; none gives an empty one. See
        `engine.subgraphs.subgraph_of`.
        """
        grounded = [fact for step in self.steps for fact in step.grounding]
        for claim in (claim for step in self.steps for claim in step.claims):
            grounded += (*(claim.inferred.facts if claim.inferred else ()), *claim.instead)
        kg = grounded[0].kg if grounded else ""
        return subgraph_of([one.fact for one in grounded], store if grounded else None, kg)

    @property
    def gold_distance(self) -> int | None:
        """The cost of the edits from the grounded path to the nearest gold one; None without gold paths."""
        return self.nearest_gold.distance if self.nearest_gold else None

    def changed(self, **members: Any) -> "Verdict":
        """This verdict with other members, as `dataclasses.replace` makes it, at half of its time."""
        return Verdict(**(dict(zip(_MEMBERS, _members(self), strict=True)) | members))

    def __repr__(self) -> str:
        found = f"{self.verdict} ({self.error})" if self.error else self.verdict
        return f"<Verdict {self.id!r}: {found}. {self.told}>"

    def _repr_html_(self) -> str:
        """For notebooks: the chain as in the report, each step beside the facts that ground it."""
        from ..report.notebook import verdict_html

        return verdict_html(self)

    def explain(self) -> str:
        """The verdict as an argument in plain text, as `groundpath explain` prints it."""
        from ..report.notebook import verdict_text

        return verdict_text(self)

    def to_dict(self) -> Row:
        """As values of JSON: a row of `groundpath audit --out`."""
        row = {
            "id": self.id,
            "question": self.question,
            "verdict": self.verdict,
            "error": self.error,
            "answer": self.answer,
            "fault": self.fault,
            "reason": self.reason,
            "warning": self.warning,
            "method": self.method,
            "world": self.world,
            "reader": self.reader,
            "protocol": self.protocol,
            "gold_answers": list(self.gold_answers),
            "unscored_as": self.unscored_as,
            "answer_right": self.answer_right,
            "reasoning_sound": self.reasoning_sound,
            "nearest_gold": self.nearest_gold.to_dict() if self.nearest_gold else None,
            "group": self.group,
            **self.maker._asdict(),
            "steps": [step.to_dict() for step in self.steps],
            "statement": _plain(self.statement),
            "repair": [fact.to_dict() for fact in self.repair],
        }
        if self.certificate:
            row["certificate"] = self.certificate.sealed(row).to_dict()
        return row

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Back from `to_dict`; files that were written before models were kept name none."""
        return cls(
            id=row["id"],
            question=row["question"],
            verdict=row["verdict"],
            error=row["error"],
            answer=row["answer"],
            steps=tuple(StepVerdict.from_dict(step) for step in row["steps"]),
            fault=row["fault"],
            reason=row["reason"],
            method=row["method"],
            gold_answers=tuple(row["gold_answers"]),
            unscored_as=row["unscored_as"],
            answer_right=row["answer_right"],
            nearest_gold=NearestGold.from_dict(row["nearest_gold"]) if row["nearest_gold"] else None,
            group=row["group"],
            repair=tuple(GroundedFact.from_dict(fact) for fact in row["repair"]),
            protocol=row.get("protocol", LENIENT),
            certificate=Certificate.from_dict(row["certificate"]) if row.get("certificate") else None,
            **{name: row.get(name, "") for name in (*Maker._fields, "world", "reader", "warning")},
        )


_MEMBERS = tuple(field.name for field in fields(Verdict))
_members = attrgetter(*_MEMBERS)


def _plain(statement: Statement | None) -> Row | None:
    if statement is None:
        return None
    return {"cypher": statement.text, "parameters": dict(statement.parameters)}
