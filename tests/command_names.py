"""The commands of groundpath, by their words."""

from collections.abc import Iterator

import click


def commands(group: click.Group, *words: str) -> Iterator[tuple[str, ...]]:
    """All that can be called: ("audit",), ("trace", "ask")."""
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        if isinstance(found, click.Group):
            yield from commands(found, *words, name)
        else:
            yield (*words, name)
