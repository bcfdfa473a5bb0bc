"""Results as tables for the terminal. Every value is plain text: nothing in it is read as markup."""

from collections.abc import Iterable, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...loaders.gold.found import REASONS
from ...loaders.gold.writing import GoldReport
from ..audit.results import Summary
from ..audit.verdicts import Verdict
from ..counted import counted, counted_of
from ..names import relation_label
from ..store.protocol import ATTACHED, EntityMatch, GraphInfo, GraphStatistics, QueryResult, Scored
from ..terms import Entity, Fact, Path, RelationTraits
from .outcomes import OutcomeSign, outcome_of, shown
from .steps import STEP_SIGNS, step_legend, step_symbols
from .visible import one_line, shortened

_STYLES = {"faithful": "green", "inferred": "green", "unscored": "dim"}
_UNFAITHFUL_STYLE = "red"
_LONGEST_ID = 40
_LONGEST_MAKER = 40
_LONGEST_QUESTION = 80
_LONGEST_STEP = 80
_BAR_WIDTH = 24


# -- audits


def verdict_table(verdicts: Iterable[Verdict]) -> Table:
    """One row a chain: its id and question, verdict, error, a symbol for each step, and the step at fault."""
    table = new_table("row and question", "verdict", "error", "steps", "step at fault", title="Verdicts")
    table.columns[0].ratio, table.columns[4].ratio = 5, 6
    for column in table.columns[1:4]:
        column.no_wrap = True
    symbols = ""
    for verdict in verdicts:
        outcome = outcome_of(verdict)
        symbols += step_symbols(verdict)
        table.add_row(
            _asked(verdict),
            Text(f"{outcome.symbol} {verdict.verdict}", style=outcome_style(outcome)),
            Text(outcome.label if verdict.error else ""),
            Text(step_symbols(verdict)),
            Text(_fault(verdict)),
        )
    inferred = STEP_SIGNS["inferred"].symbol in symbols
    table.caption = Text(step_legend(any_inferred=inferred), style="dim")
    return table


def _asked(verdict: Verdict) -> Text:
    """The id first: it is what `groundpath explain` asks for; then what tells chains of one id apart."""
    made_by = f" ({shortened(str(verdict.maker), _LONGEST_MAKER)})" if any(verdict.maker) else ""
    id_ = Text(f"{shortened(verdict.id, _LONGEST_ID)}{made_by}", style="dim")
    return id_.append(f" {shortened(verdict.question, _LONGEST_QUESTION)}", style="not dim")


def _fault(verdict: Verdict) -> str:
    """What to look at: the step at fault, or for want of one the reason."""
    step = next((step for step in verdict.steps if step.number == verdict.fault), None)
    if step is not None:
        return shortened(f"{step.number}. {step.text}", _LONGEST_STEP)
    return "" if verdict.verdict in ("faithful", "inferred") else shortened(verdict.reason, _LONGEST_STEP)


def summary_table(summary: Summary) -> Table:
    """How many chains had which outcome, with scored, unscored and total in the caption."""
    table = new_table("outcome", "chains", "share", "", title="Summary")
    table.columns[1].justify = table.columns[2].justify = "right"
    for outcome, count in shown(summary):
        share = count / summary.total if summary.total else 0.0
        table.add_row(
            Text(f"{outcome.symbol} {outcome.label}", style=outcome_style(outcome) if count else "dim"),
            Text(f"{count:,}"),
            Text(f"{share:.0%}"),
            Text("━" * round(share * _BAR_WIDTH), style=outcome_style(outcome)),
        )
    judged = f"{summary.scored:,} scored / {summary.unscored:,} unscored / {summary.total:,} total"
    table.caption = Text("\n".join(filter(None, (judged, summary.told_claims))))
    return table


def outcome_style(outcome: OutcomeSign) -> str:
    """The colour of an outcome; its symbol and word stand beside it."""
    return _STYLES.get(outcome.key, _UNFAITHFUL_STYLE)


# -- gold paths


def gold_table(report: GoldReport) -> Table:
    """Questions by the hops of their gold paths, then those without by the reason; totals in the caption."""
    table = new_table("questions", "", "share", title="Gold paths")
    table.columns[0].justify = table.columns[2].justify = "right"
    by_hops = [(n, f"with paths of {counted(hops, 'hop')}") for hops, n in report.by_hops.items()]
    by_reason = [(count, f"without: {REASONS[reason]}") for reason, count in report.by_reason.items()]
    for count, told in by_hops + by_reason:
        table.add_row(Text(f"{count:,}"), Text(told), Text(f"{count / report.questions:.0%}"))
    lines = [
        f"{counted_of(report.with_paths, report.questions, 'question', 'has', 'have')} gold "
        f"paths ({report.paths:,} in all); {counted(report.multi_hop, 'needs', 'need')} two hops or more"
    ]
    if report.unchecked:
        lines.append(f"{report.unchecked:,} of them ask for a relation besides that the graph has no fact of")
    if report.left_out:
        lines.append(f"Left out, for fewer hops than were asked for or no path: {report.left_out:,}")
    table.caption = Text("\n".join(lines))
    return table


# -- graphs


def graphs_table(graphs: Sequence[GraphInfo]) -> Table:
    """One row a graph: counts, vectors and encoder."""
    table = new_table("kg", "state", "entities", "facts", "documents", "vectors", "encoder", title="Graphs")
    for column in table.columns[2:5]:
        column.justify = "right"
    for graph in graphs:
        table.add_row(
            Text(one_line(graph.name)),
            Text(graph.state, style="" if graph.state in ("ready", ATTACHED) else "yellow"),
            *(Text(f"{count:,}") for count in (graph.entities, graph.facts, graph.documents)),
            Text(told_vectors(graph)),
            Text(graph.encoder.model_id if graph.encoder else "—"),
        )
    return table


def told_vectors(graph: GraphInfo) -> str:
    needed = graph.embeddable_entities + graph.facts
    present = graph.embedded_entities + graph.embedded_facts
    if not present:
        return "none"
    return "all" if present >= needed else f"{present:,} of {needed:,}"


def statistics_table(statistics: GraphStatistics) -> RenderableType:
    """A graph described: counts, relations by frequency, degree quantiles, indexes."""
    relations = _relations_table(statistics)
    types = new_table("type", "entities", title="Types")
    types.columns[1].justify = "right"
    for type_, count in statistics.types:
        types.add_row(Text(one_line(type_)), Text(f"{count:,}"))
    degrees = new_table(*(_quantile(q) for q, _ in statistics.degree_quantiles), title="Facts per entity")
    degrees.add_row(*(Text(f"{degree:,}") for _, degree in statistics.degree_quantiles))
    indexes = Text("\n".join(f"Index: {one_line(line)}" for line in statistics.indexes), style="dim")
    typed: list[RenderableType] = [types, ""] if statistics.types else []
    return Group(graphs_table([statistics.info]), "", *typed, relations, "", degrees, "", indexes)


def _relations_table(statistics: GraphStatistics) -> Table:
    """Relations by their ids, and by their names where a source gave some that are not read off the ids."""
    named = any(relation_label(relation) != label for relation, label in statistics.labels.items())
    table = new_table("relation", *(["called"] if named else []), "facts", "", title="Relations")
    table.columns[1 + named].justify = "right"
    for relation, count in statistics.relations:
        cells = [relation, *([statistics.labels.get(relation, "")] if named else [])]
        told = (f"{count:,}", told_traits(statistics.traits, relation))
        table.add_row(*map(Text, (*map(one_line, cells), *told)))
    return table


def told_traits(traits: RelationTraits, relation: str) -> str:
    """What is declared of a relation: "transitive, also: is a kind of"."""
    flags = {
        "symmetric": traits.symmetric,
        "transitive": traits.transitive,
        "functional": traits.functional,
        "inverse functional": traits.inverse_functional,
    }
    said = [flag for flag, relations in flags.items() if relation in relations]
    if relation in traits.inverses:
        said.append(f"inverse of {traits.inverses[relation]}")
    tables = {
        "implies": traits.implies,
        "also": traits.wordings,
        "from": traits.domains,
        "to": traits.ranges,
    }
    lists = {name: table.get(relation, ()) for name, table in tables.items()}
    return one_line(", ".join(said + [f"{name}: {', '.join(own)}" for name, own in lists.items() if own]))


def _quantile(share: float) -> str:
    return {0.0: "least", 0.5: "median", 1.0: "most"}.get(share, f"{share:.0%}")


# -- lookups


def entities_table(matches: Sequence[EntityMatch]) -> Table:
    """Entities that a text may mean, the best first, with their types where they have any."""
    with_types = any(match.entity.types for match in matches)
    types = ["type"] * with_types
    table = new_table("entity", "id", *types, "also called", "found by", "score", title="Entities")
    table.columns[-1].justify = "right"
    for match in matches:
        entity = match.entity
        table.add_row(
            _entity(entity),
            Text(one_line(entity.id), style="dim"),
            *[Text(one_line(", ".join(entity.types)))] * with_types,
            Text(one_line(", ".join(entity.aliases))),
            Text(match.how),
            Text(f"{match.score:.2f}"),
        )
    return _or_nothing(table, matches, "No entity found.")


def facts_table(scored: Sequence[Scored[Fact]]) -> Table:
    """Facts found by their meaning, the nearest first, with what states them where that is known."""
    with_sources = any(_stated_by(found.item) for found in scored)
    table = new_table("head", "relation", "tail", "score", *(["stated by"] * with_sources), title="Facts")
    table.columns[3].justify = "right"
    for found in scored:
        fact = found.item
        sources = [Text(_stated_by(fact))] * with_sources
        cells = (_entity(fact.head), Text(one_line(fact.label)), _entity(fact.tail))
        table.add_row(*cells, Text(f"{found.score:.2f}"), *sources)
    return _or_nothing(table, scored, "No fact found.")


def paths_table(paths: Sequence[Path]) -> Table:
    """Paths in their order, each as one line of entities and arrows, with what states each of its facts."""
    with_sources = any(_stated_by(fact) for path in paths for fact in path.facts)
    table = new_table("hops", "path", *(["stated by"] * with_sources), title="Paths")
    table.columns[0].justify = "right"
    for path in paths:
        sources = [Text("\n".join(_stated_by(fact) or "—" for fact in path.facts))] * with_sources
        table.add_row(Text(str(len(path))), path_line(path), *sources)
    return _or_nothing(table, paths, "No path found.")


def _stated_by(fact: Fact) -> str:
    """The sources of a fact, and how sure they are: "DISEASES, GWAS-Catalog (0.97)"."""
    sure = "" if fact.score is None else f"({fact.score:.2f})"
    return one_line(" ".join(part for part in (", ".join(fact.sources), sure) if part))


def path_line(path: Path) -> Text:
    """A path as entities and arrows, in walking order; entities with their types."""
    line = _typed(path.start)
    for hop, reached in zip(path.hops, path.entities[1:], strict=True):
        label = one_line(hop.fact.label)
        line.append(f" ─{label}→ " if hop.forward else f" ←{label}─ ", style="cyan")
        line.append_text(_typed(reached))
    return line


def _typed(entity: Entity) -> Text:
    line = _entity(entity)
    return line.append(f" ({one_line(', '.join(entity.types))})", style="dim") if entity.types else line


def rows_table(result: QueryResult) -> Table:
    """The rows of a Cypher statement."""
    table = new_table(*(one_line(column) for column in result.columns))
    for row in result.rows:
        table.add_row(*(_value(value) for value in row))
    return _or_nothing(table, result.rows, "No rows.")


def _entity(entity: Entity) -> Text:
    return Text(one_line(entity.label), style="" if entity.name else "dim")


def _value(value: Any) -> Text:
    if value is None:
        return Text("null", style="dim")
    return Text(one_line(value if isinstance(value, str) else repr(value)))


def settings_table(rows: Iterable[tuple[str, Any, str]]) -> Table:
    """Settings: what each is called, its value, and where that is from."""
    table = new_table("setting", "value", "from")
    for called, value, source in rows:
        table.add_row(Text(called), _value(value), Text(one_line(source)))
    return table


def new_table(*headings: str, title: str | None = None) -> Table:
    """An empty table in the one style of this product."""
    table = Table(
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
        title_justify="left",
        title_style="bold",
        caption_justify="left",
    )
    table.title = Text(title) if title else None
    for heading in headings:
        table.add_column(Text(heading), overflow="fold")
    return table


def _or_nothing(table: Table, rows: Sequence[object], message: str) -> Table:
    if not rows:
        table.caption = Text(message)
    return table
