"""What the tools return: values of JSON, whose schemas clients see."""

from typing import Annotated, Any

from pydantic import Field
from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12


class GraphRow(TypedDict):
    name: str
    state: str
    entities: int
    facts: int
    documents: int
    meaning: Annotated[bool, Field(description="Whether its facts have vectors, which search and trace use.")]


class Graphs(TypedDict):
    graphs: list[GraphRow]


class EntityRow(TypedDict):
    id: str
    name: str | None
    types: list[str]
    how: Annotated[str, Field(description="By what it was found: id, xref, name, alias, words or meaning.")]
    score: float


class FactRow(TypedDict):
    text: str
    key: Annotated[str, Field(description="Names the fact in its graph.")]
    head: Annotated[str, Field(description="Id of an entity.")]
    relation: str
    tail: Annotated[str, Field(description="Id of an entity.")]
    sources: Annotated[list[str], Field(description="Ids of the documents or files that state it.")]


class Found(TypedDict):
    entities: list[EntityRow]
    facts: list[FactRow]
    note: Annotated[str, Field(description="What could not be searched, and what to do about it.")]


class Cypher(TypedDict):
    statement: Annotated[str, Field(description="What the tool cypher takes.")]
    parameters: dict[str, Any]


class PathRow(TypedDict):
    text: str
    facts: list[FactRow]


class Paths(TypedDict):
    paths: Annotated[list[PathRow], Field(description="Shortest first.")]
    cypher: Annotated[Cypher, Field(description="What returns these paths.")]


class Rows(TypedDict):
    columns: list[str]
    rows: list[dict[str, Any]]
    truncated: Annotated[bool, Field(description="Whether there are more rows than the limit.")]


class StepRow(TypedDict):
    number: int
    text: str
    status: Annotated[
        str | None, Field(description="supported, inferred, contradicted, unknown or no_claim.")
    ]
    error: str | None
    reason: str
    facts: Annotated[list[FactRow], Field(description="The facts that it is tied to.")]
    instead: Annotated[list[FactRow], Field(description="What the graph states in its place.")]


class Audited(TypedDict):
    verdict_id: Annotated[str, Field(description="What the tool explain takes.")]
    verdict: Annotated[str, Field(description="faithful, inferred, unfaithful or unscored.")]
    error: Annotated[
        str | None, Field(description="factual_error, incoherent, misguided or answer_error, if unfaithful.")
    ]
    reason: str
    answer: str | None
    answer_right: bool | None
    fault: Annotated[int | None, Field(description="Number of the step at fault.")]
    steps: list[StepRow]
    repair: Annotated[list[FactRow], Field(description="The nearest path that holds.")]
    cypher: Annotated[Cypher | None, Field(description="What returns the facts of all steps.")]


class EvidenceRow(TypedDict):
    document: Annotated[str, Field(description="Its number among those that were given, from 1.")]
    title: str
    text: Annotated[str, Field(description="The sentence, as the document has it.")]
    start: Annotated[int, Field(description="Where it stands in the document's text, in characters.")]
    end: int


class ClaimRow(TypedDict):
    text: str
    status: Annotated[str, Field(description="supported, contradicted or not_found.")]
    chance: Annotated[float, Field(description="How likely it is that it is supported, in [0, 1].")]
    by: Annotated[str, Field(description="What decided: documents, graph or both.")]
    reason: str
    evidence: Annotated[
        list[EvidenceRow], Field(description="What decides; the nearest sentence where nothing was found.")
    ]
    facts: Annotated[list[FactRow], Field(description="Of the graph, where one was named.")]


class CitationRow(TypedDict):
    text: str
    documents: list[str]
    status: Annotated[
        str, Field(description="supports, contradicts, does_not_support or not_there: what it cites.")
    ]
    missing: Annotated[str, Field(description="Its numbers that no document has, '2-999'; else empty.")]


class SentenceRow(TypedDict):
    number: int
    text: str
    status: Annotated[str | None, Field(description="That of its worst claim; null where it claims nothing.")]
    claims: list[ClaimRow]
    citations: list[CitationRow]


class Faithful(TypedDict):
    share: Annotated[float, Field(description="Expected share of its claims that is supported, in [0, 1].")]
    low: Annotated[float, Field(description="With high: its 95% interval, as far as the judge is unsure.")]
    high: float
    claims: int


class Checked(TypedDict):
    verdict_id: Annotated[str, Field(description="What the tool explain takes.")]
    grounded: Annotated[
        bool | None, Field(description="Whether every claim is supported; null where it claims nothing.")
    ]
    score: Faithful | None
    sentences: list[SentenceRow]
    judge: Annotated[str, Field(description="What judged.")]


class Explained(TypedDict):
    argument: str


class GivenDocument(TypedDict):
    title: str
    text: str


class ChainFactRow(TypedDict):
    text: str
    sentences: Annotated[list[str], Field(description="What documents say, as they say it.")]
    documents: Annotated[list[str], Field(description="Title or id of the document of each sentence.")]


class ChainRow(TypedDict):
    probability: Annotated[float, Field(description="Mean probability with which its facts were chosen.")]
    facts: list[ChainFactRow]


class Traced(TypedDict):
    answer: Annotated[str | None, Field(description="None where the server was started without a model.")]
    chains: Annotated[list[ChainRow], Field(description="Best first.")]
    failures: list[str]
    usage: Annotated[str, Field(description="What was asked of the model, and what it cost.")]
