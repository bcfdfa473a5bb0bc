"""`groundpath completion`: what makes a shell complete commands, options and files."""

import click
from click.shell_completion import get_completion_class

from .options import command, debug_option

_VARIABLE = "_GROUNDPATH_COMPLETE"


@command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@debug_option
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script by which SHELL completes commands, options and names of files.

    \b
      groundpath completion bash >> ~/.bashrc
      groundpath completion zsh >> ~/.zshrc
      groundpath completion fish > ~/.config/fish/completions/groundpath.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(context.find_root().command, {}, "groundpath", _VARIABLE).source())
