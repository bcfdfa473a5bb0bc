"""Which options and arguments name files, so that shells complete them."""

import click
from click.shell_completion import CompletionItem

_CALLED = ("FILE", "VERDICTS", "ANSWERS", "QUESTIONS", "TESTS", "PASSAGES", "JUDGEMENTS", ".pem")


class FileName(click.types.StringParamType):
    """Text that a shell completes as a file's name."""

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type="file")]


def names_files(parameter: click.Parameter) -> bool:
    """Whether its values are files, by its type or by what `--help` calls them."""
    if isinstance(parameter.type, click.Path | FileName):
        return True
    called = parameter.metavar or ""
    return isinstance(parameter.type, click.types.StringParamType) and any(word in called for word in _CALLED)
