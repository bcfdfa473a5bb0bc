"""What requests hold and answers look like, for the OpenAPI description."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..errors import InputError
from .auditing import AuditSettings
from .checking import CheckRunSettings

Row = dict[str, Any]
Name = Annotated[str, Field(min_length=1, max_length=500)]
_PASTED = "Read-only Cypher after its parameters, for Neo4j Browser and `groundpath cypher -`"


class Asked(BaseModel):
    """What a request holds."""

    model_config = ConfigDict(extra="forbid")


class Told(BaseModel):
    """What an answer holds, and maybe more."""

    model_config = ConfigDict(extra="allow")


class AuditRequest(Asked):
    """A text to audit with what is known of it, or rows as `groundpath audit` takes them."""

    kg: Name
    text: str | None = Field(None, description="One chain of thought or answer, in any layout.")
    question: str = ""
    topic: str | list[str] | None = Field(None, description="What the question asks from: names or ids.")
    gold_answers: list[str] = []
    gold_paths: list[list[list[str]]] = []
    id: str = ""
    rows: list[Row] | None = Field(None, description="Rows with `cot`, in place of a text.")
    settings: AuditSettings = AuditSettings()

    def chains(self) -> list[Row]:
        """The rows to audit. Raises InputError where there is neither a text nor rows, or both."""
        if (self.text is None) == (self.rows is None):
            raise InputError("an audit takes a `text` or `rows`; give one of the two")
        if self.rows is not None:
            return self.rows
        known = self.model_dump(include={"id", "question", "topic", "gold_answers", "gold_paths"})
        return [{**known, "cot": self.text}]


class StepAnswer(Told):
    """A step of a chain. `claims` have status, words, facts, what the graph states instead, and Cypher."""

    number: int
    text: str
    status: Literal["supported", "inferred", "contradicted", "unknown", "no_claim"] | None
    error: str | None
    reason: str
    claims: list[Row]


class VerdictAnswer(Told):
    """A verdict: a row of `groundpath audit --out`."""

    id: str
    verdict: Literal["faithful", "inferred", "unfaithful", "unscored"]
    error: str | None
    reason: str
    fault: int | None
    answer: str | None
    steps: list[StepAnswer]
    repair: list[Row]


class AuditAnswer(Told):
    verdicts: list[VerdictAnswer]
    summary: Row


class GraphAnswer(Told):
    name: str
    state: str
    entities: int
    facts: int
    documents: int


class FactAnswer(Told):
    key: str
    head: str
    relation: str
    tail: str
    text: str
    sources: list[str]


class EntityAnswer(Told):
    """An entity and facts of which it is head or tail; `names` are those of the other ends, by id."""

    entity: Row
    facts: list[FactAnswer]
    names: dict[str, str]
    more: bool = Field(description="Whether it has more facts than these.")
    cypher: str | None = Field(description=f"{_PASTED}: its facts. Null where it has none.")


class FindingsAnswer(Told):
    entities: list[Row]
    facts: list[FactAnswer]
    note: str


class PathAnswer(Told):
    text: str
    start: str
    end: str
    hops: list[FactAnswer]
    cypher: str | None = Field(description=f"{_PASTED}: its facts. Null where it has no hop.")


class CypherRequest(Asked):
    statement: Annotated[str, Field(min_length=1, max_length=100_000)]
    parameters: Row = {}
    limit: Annotated[int, Field(ge=1, le=10_000)] = 1000
    timeout: Annotated[float, Field(gt=0, le=60)] = 30.0


class RowsAnswer(Told):
    columns: list[str]
    rows: list[Row]
    truncated: bool


class TraceRequest(Asked):
    """A question over a graph, or over documents: rows with `text`, `title`, `id` and, where they are known,
    `triples`."""

    question: Annotated[str, Field(min_length=1, max_length=10_000)]
    kg: Name | None = None
    documents: Annotated[list[Row], Field(max_length=1000)] | None = None
    candidates: Annotated[int, Field(ge=1, le=200)] = 20
    chains: Annotated[int, Field(ge=1, le=50)] = 5
    beams: Annotated[int, Field(ge=1, le=20)] = 5
    longest: Annotated[int, Field(ge=1, le=10)] = 4


class TraceAnswer(Told):
    """The chains of facts to answer from, best first, and the documents that they come from."""

    question: str
    chains: list[Row]
    documents: list[Row]
    facts_read: int


class ExplainRequest(Asked):
    verdict: Row = Field(description="A verdict as an audit gives it, or a check as a check does.")


class Explanation(Told):
    text: str = Field(description="The argument, as `groundpath explain` and `check` print it.")
    cypher: str | None = Field(description="What returns the path of the chain; null where there is none.")


class JobAnswer(Told):
    """A run: an audit, or a check, of many rows."""

    id: str
    name: str
    kind: Literal["audit", "check"]
    kg: str = Field(description="Empty for a check without a graph.")
    settings: AuditSettings | CheckRunSettings
    rows: int
    judged: int
    state: Literal["waiting", "running", "done", "failed"]
    reason: str
    created: float = Field(description="Seconds since 1970.")


class VerdictLine(Told):
    line: int
    id: str
    question: str
    model: str
    verdict: str = Field(
        description="Of a check, the status of its worst claim; `no_claim`, or `failed` with the reason."
    )
    error: str | None
    reason: str


class VerdictPage(Told):
    total: int = Field(description="How many there are in all that were asked for.")
    verdicts: list[VerdictLine]
