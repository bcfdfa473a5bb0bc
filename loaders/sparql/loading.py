"""Loading the graph of a question set: the union of what an endpoint returns for its queries."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pyoxigraph as ox

from ...engine.asking import Asking
from ...engine.counted import counted
from ...engine.errors import EndpointError, InputError
from ...engine.progress import SILENT, Advance, Progress
from ...engine.store.protocol import GraphStore
from ...engine.text.encoder import Encoder
from ..columns import ColumnsLike
from ..faults import Faults, OnError
from ..loading import load, nothing_in
from ..rdf import answer_chunk
from ..reading import PathLike, source_name
from ..relation_names import stage_relation_names
from ..report import LoadReport
from ..staging import Staging
from ..triples import stage_chunk, stage_names
from .asked import AskedEndpoint, QueryAnswer
from .endpoint import RdfAnswer
from .names import NameQueries
from .queries import ConstructQuery, read_queries


def load_sparql(
    store: GraphStore,
    kg: str,
    source: PathLike,
    asked: AskedEndpoint,
    *,
    columns: ColumnsLike | None = None,
    names: PathLike | None = None,
    relation_names: PathLike | None = None,
    on_error: OnError = "stop",
    embed: bool = True,
    encoder: Encoder | None = None,
    progress: Progress = SILENT,
) -> LoadReport:
    """Load what an endpoint returns for the queries of a question set, each as CONSTRUCT, as one graph.

    Then the endpoint is asked for names and aliases of the entities, in English or without a language, of a
    hundred at a time. What it answered once is kept in the cache of `asked`: a load that was cut off, run
    again, asks for nothing twice. Ids, labels and literals are read as `load_triples` reads RDF.

    A pattern's facts are in the union whenever the endpoint matches it, so that `write_gold` over this graph
    finds the paths that it would find over all that the endpoint holds.

    Args:
        source: questions or queries; see `read_queries`.
        columns: what the source calls the members of a question: {"sparql": "query"}.
        names: a table of entity id and name, which come before those of the endpoint.
        relation_names: what relations are called, by their ids; see `stage_relation_names`.
        on_error: at a row without a query that can be read, or one that the endpoint does not answer, "stop"
            and write nothing, or "skip" it and list it in the report.
        embed: as `load_triples`.
        encoder: as `load_triples`.
        progress: as `load_triples`.

    Raises:
        BadRowError: such a row, with file, line and id; the store was not touched.
        EndpointError: the endpoint is not there, lets nobody in, or has answered nothing for a while.
        InputError: a source that is missing or empty, or no query of which returned a fact.
        StoreError: the store does not answer. Run the same load again: it writes what is missing.

    Reference: Direct Evaluation of CoT, Appendix A and C.1: "we combine the subgraphs obtained from SPARQL
    queries as the final KG".
    """

    def stage(staging: Staging, faults: Faults) -> tuple[int, tuple[str, ...]]:
        if names is not None:
            stage_names(names, staging, faults, progress)
        if relation_names is not None:
            stage_relation_names(relation_names, staging, faults, progress)
        with asked.opened() as asking, progress.task(f"Asking {asked.endpoint.url}") as advance:
            answers = _Answers(source_name(source), asking, staging, faults, advance)
            queries = read_queries(source, faults, progress, columns)
            for _ in answers.staged(NameQueries().of(answers.staged(queries))):
                pass
        if not answers.facts:
            raise InputError(nothing_in(source_name(source), "query that the endpoint has facts for", faults))
        return answers.facts, (str(answers),)

    return load(store, kg, stage, on_error=on_error, embed=embed, encoder=encoder, progress=progress)


@dataclass(slots=True)
class _Answers:
    """Stages answers as they come, and counts them.

    Attributes:
        facts: statements that were read.
        asked, cached, empty: queries that were answered by the endpoint, from the cache, and with nothing.
    """

    source: str
    asking: "Asking[ConstructQuery, RdfAnswer]"
    staging: Staging
    faults: Faults
    advance: Advance
    facts: int = 0
    asked: int = field(default=0, init=False)
    cached: int = field(default=0, init=False)
    empty: int = field(default=0, init=False)

    def __str__(self) -> str:
        return (
            f"{counted(self.asked + self.cached, 'query', 'queries')}, those for names among "
            f"them: {self.asked:,} asked, {self.cached:,} answered before; {self.empty:,} without a match"
        )

    def staged(self, queries: Iterator[ConstructQuery]) -> Iterator[tuple[int, list[ox.Quad]]]:
        """The statements that answer each query, with its line, after they were staged."""
        for answer in self.asking.in_order(queries):
            self.advance(1)
            quads = self._quads(answer)
            chunk = answer_chunk(quads, self.source, answer.request.line, self.faults)
            self.facts += len(stage_chunk(chunk, self.source, self.staging, self.faults).lines)
            yield answer.request.line, quads

    def _quads(self, answer: QueryAnswer) -> list[ox.Quad]:
        """None for a query that has no answer, which is a bad row."""
        query = answer.request
        try:
            if answer.reply is None:
                raise EndpointError(answer.failure or "")
            quads = answer.reply.triples()
        except EndpointError as error:
            self.faults.report(self.source, query.line, f"{query.id!r}: {error}")
            return []
        self.asked += not answer.cached
        self.cached += answer.cached
        self.empty += not quads
        return quads
