"""`--help` of a command with many options shows those that people set; `--help-all` shows every one."""

from collections.abc import Iterator, Sequence
from typing import Any

import click

_ALL = "groundpath.help_all"  # in `Context.meta`: whether every option is shown


class ShortHelp(click.Command):
    """A command of whose options `--help` shows some.

    Attributes:
        common: the options that `--help` shows, as they are written ("--kg"); where it is empty, all are
            shown, and there is no `--help-all`.
    """

    def __init__(self, *args: Any, common: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.common = frozenset(common)
        written = {name for param in self.params for name in param.opts}
        if unknown := self.common - written:
            raise ValueError(f"{self.name} has no option {', '.join(sorted(unknown))}")
        if self.common:
            self.params.append(_help_all(sum(isinstance(param, click.Option) for param in self.params)))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Options"):
            formatter.write_dl(list(self._records(ctx)))

    def _records(self, ctx: click.Context) -> Iterator[tuple[str, str]]:
        everything = not self.common or ctx.meta.get(_ALL, False)
        shown = self.common | {"--help-all", *self.get_help_option_names(ctx)}
        for param in self.get_params(ctx):
            if isinstance(param, click.Option) and (everything or shown.intersection(param.opts)):
                record = param.get_help_record(ctx)
                if record is not None:  # of an option that is hidden
                    yield record


def _help_all(count: int) -> click.Option:
    return click.Option(
        ["--help-all"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_show_all,
        help=f"Show all {count} options and exit.",
    )


def _show_all(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        ctx.meta[_ALL] = True
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()
