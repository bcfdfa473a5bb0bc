"""The command line: `groundpath COMMAND …`."""

import logging
from pathlib import Path

import click

from ... import __version__
from .commands import Lazy, LazyGroup
from .settings_file import NAME, SettingsFile, found_file

_COMMANDS = {
    "load": Lazy(".load", "load", "Load triples, typed tables or documents as a graph."),
    "attach": Lazy(".attach", "attach", "Read a graph where it stands, in your own Neo4j."),
    "embed": Lazy(".graphs", "embed_command", "Add the vectors that a graph still lacks."),
    "kgs": Lazy(".graphs", "kgs", "List the graphs of a store."),
    "info": Lazy(".graphs", "info", "Describe a graph: counts, relations, degrees, indexes."),
    "drop": Lazy(".graphs", "drop", "Remove a graph, or documents of one."),
    "backup": Lazy(".backups", "backup", "Write graphs into one file."),
    "restore": Lazy(".backups", "restore", "Make the graphs of a backup again."),
    "export": Lazy(".backups", "export", "Write a graph as tables: Parquet or TSV."),
    "identity": Lazy(".identity", "identity", "Merge names of documents that mean one thing, or undo it."),
    "rules": Lazy(".rules", "rules", "Find rules by which facts follow from others."),
    "lint": Lazy(".lint", "lint", "Find what is wrong with a graph, with repairs."),
    "search": Lazy(".query", "search", "Find entities and facts by name and meaning."),
    "paths": Lazy(".query", "paths", "Find the paths between two entities."),
    "cypher": Lazy(".query", "cypher", "Run a Cypher statement that only reads."),
    "generate": Lazy(".generate", "generate", "Ask a chat model for chains of thought."),
    "audit": Lazy(".audit", "audit", "Judge chains of thought against a graph."),
    "check": Lazy(".check", "check", "Hold answers against documents, claim by claim."),
    "explain": Lazy(".explain", "explain", "Show one verdict as a readable argument."),
    "recheck": Lazy(".recheck", "recheck", "Prove verdicts again from their graph alone."),
    "blame": Lazy(".blame", "blame", "Tell whose fault contradictions are: the text's or the graph's."),
    "affected": Lazy(".affected", "affected", "Tell which verdicts a change of their graph undoes."),
    "compare": Lazy(".compare", "compare", "Show audits side by side."),
    "score": Lazy(".score", "score", "Hold verdicts against labels: precision, recall, F1."),
    "discriminate": Lazy(
        ".discriminate", "discriminate", "Ask a chat model to tell valid from invalid paths."
    ),
    "counterfactual": Lazy(
        ".counterfactual", "counterfactual", "Ask a chat model what differs from what it learned."
    ),
    "domain": Lazy(".domain", "domain", "Hold answers about a domain against its graph."),
    "trace": Lazy(".trace", "trace", "Answer questions over documents, with evidence."),
    "prompts": Lazy(".prompts", "prompts", "Show the prompts that models are asked with."),
    "serve": Lazy(".serve", "serve", "Serve graphs, audits and runs as pages and REST."),
    "gold": Lazy(".gold", "gold", "Find the paths that answer a question set."),
    "mcp": Lazy(".mcp", "mcp_command", "Serve audits and lookups to assistants (MCP)."),
    "verify": Lazy(".graphs", "verify", "Check that the store can be used and is whole."),
    "config": Lazy(".config", "config", "Show the settings that are in force, and where each is from."),
    "completion": Lazy(".completion", "completion", "Print what makes a shell complete commands."),
}


@click.group(cls=LazyGroup, lazy=_COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="groundpath")
@click.option(
    "--config",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help=f"Settings in TOML.  [default: {NAME} here or above, up to the repository or your home]",
)
@click.pass_context
def cli(context: click.Context, config: Path | None) -> None:
    """Is this reasoning grounded? Graphs in, evidence out.

    \b
    Start with:
      groundpath load triples FILE.tsv --kg NAME
      groundpath audit CHAINS.jsonl --kg NAME --html report.html

    \b
    To have your shell complete commands, options and files:
      groundpath completion --help
    """
    file = config or found_file(Path.cwd())
    context.obj = SettingsFile.read(file.absolute()) if file else None


def main() -> None:
    """Entry point of the `groundpath` command. Exits 0, 1 on failure, 2 on wrong usage."""
    # What the driver tries again is told by our own errors, not line by line on stderr.
    logging.getLogger("neo4j").addHandler(logging.NullHandler())
    cli(prog_name="groundpath")
