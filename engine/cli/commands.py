"""How every command behaves: lazily imported, one line for what ends it, exit code 1, 2, 130 or 143."""

import os
import sys
from contextlib import nullcontext
from difflib import get_close_matches
from importlib import import_module
from shlex import quote
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from ..errors import GroundpathError
from ..llm.tally import TALLY
from ..report.visible import one_line
from ..terminated import Terminated
from .devices import chosen_device
from .file_names import FileName, names_files
from .interrupts import always_heard, ended_by_sigterm
from .settings_file import SettingsFile
from .short_help import ShortHelp

_ARGUMENTS = "groundpath arguments"
# As shells have them: 128 and the number of the signal, SIGINT or SIGTERM.
_INTERRUPTED, _TERMINATED = 130, 143


class Lazy(NamedTuple):
    """Where a command lives, and its line in `--help`, known without importing it."""

    module: str
    attribute: str
    help: str


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called."""

    def __init__(self, *args: Any, lazy: dict[str, Lazy], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self._lazy)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        home = self._lazy.get(name)
        if home is None:
            return None
        command: click.Command = getattr(import_module(home.module, __package__), home.attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self._lazy and not args[0].startswith("-"):
            near = get_close_matches(args[0], self._lazy, n=1)
            remedy = f"did you mean {near[0]!r}?" if near else f"there is: {', '.join(self._lazy)}"
            ctx.fail(f"No such command {args[0]!r}; {remedy}")
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands by their lines in `--help`, so that none is imported; then options."""
        named = [(name, home.help) for name, home in self._lazy.items() if name.startswith(incomplete)]
        options = click.Command.shell_complete(self, ctx, incomplete)
        return [CompletionItem(name, help=line) for name, line in named] + options

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, home.help) for name, home in self._lazy.items()])


class Command(ShortHelp):
    """A command that turns what goes wrong into one line on stderr; `--debug` shows the traceback.

    Attributes:
        kept: what is there after a Ctrl-C or SIGTERM, and what the same command makes of it.
    """

    def __init__(self, *args: Any, kept: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kept = kept
        for parameter in self.params:
            if names_files(parameter) and not isinstance(parameter.type, click.Path):
                parameter.type = FileName()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        settings = ctx.find_object(SettingsFile)
        if settings is not None:
            ctx.default_map = settings.section(contexts_to(ctx))
        ctx.meta[_ARGUMENTS] = tuple(args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        debug = bool(ctx.params.pop("debug", False))
        try:
            return self._run(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except KeyboardInterrupt as ended:
            terminated = isinstance(ended, Terminated)
            what, code = ("Terminated.", _TERMINATED) if terminated else ("Interrupted.", _INTERRUPTED)
            click.echo(" ".join(filter(None, (what, self.kept, self._asked(ctx)))), err=True)
            if TALLY.under_way or terminated:  # what threads still wait for would be waited for
                sys.stdout.flush()
                os._exit(code)
            ctx.exit(code)
        except BrokenPipeError:
            # The reader (head, less) went away: nothing is wrong, and nothing more can be said.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(0)
        except (GroundpathError, OSError) as error:
            if debug:
                raise
            raise click.ClickException(one_line(str(error))) from error
        except Exception as error:
            if debug:
                raise
            raise click.ClickException(
                f"unexpected {type(error).__name__}: {error}. This is a defect of groundpath; "
                "run the command again with --debug and report what it prints."
            ) from error

    def _asked(self, ctx: click.Context) -> str:
        """What was asked of a model before a Ctrl-C, and the command that goes on; empty without."""
        asked = TALLY.describe()
        if not asked:
            return ""
        arguments = ctx.meta.get(_ARGUMENTS, ())
        again = " ".join((ctx.command_path, *map(quote, arguments)))
        return f"{asked} To go on{', with the same standard input' if '-' in arguments else ''}: {again}"

    def _run(self, ctx: click.Context) -> Any:
        """Raises KeyboardInterrupt also for an error that comes of one, as of a message half sent."""
        settings = ctx.find_object(SettingsFile)
        TALLY.begin()
        try:
            lent = settings.in_environment() if settings else nullcontext()
            with ended_by_sigterm(), always_heard(), lent, chosen_device(ctx):
                return super().invoke(ctx)
        except Exception as error:
            before = error.__context__
            while before is not None:
                if isinstance(before, KeyboardInterrupt):
                    raise before from error
                before = before.__context__
            raise


def contexts_to(context: click.Context) -> list[click.Context]:
    """The contexts from the root on to one of them."""
    return [*contexts_to(context.parent), context] if context.parent else [context]
