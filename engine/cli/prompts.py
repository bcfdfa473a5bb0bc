"""`groundpath prompts`: what chat models are asked, to read, to change, and to bring back with `--prompt`."""

import click

from .options import command, debug_option, json_option
from .output import show_json


@command()
@click.argument("prompt", metavar="[ID]", required=False)
@json_option
@debug_option
def prompts(prompt: str | None, as_json: bool) -> None:
    """Print the prompt of an ID, or list all of them.

    A copy that you change takes its place in every command that asks with it: its `id` says whose.

    \b
      groundpath prompts generate-cot > mine.prompt
      groundpath generate questions.jsonl --model openai:NAME --prompt mine.prompt --out chains.jsonl
    """
    from ...prompts import prompt_names, prompt_text
    from ..llm.prompts import shipped_prompt

    if prompt is not None:
        shipped = shipped_prompt(prompt)
        text = prompt_text(shipped.id)
        if as_json:
            show_json({"id": shipped.id, "text": text})
        else:
            click.echo(text, nl=False)
        return
    rows = [shipped_prompt(name) for name in prompt_names()]
    if as_json:
        show_json(
            [
                {
                    "id": row.id,
                    "version": row.version,
                    "inputs": list(row.inputs),
                    "returns": row.returns,
                    "paper": row.paper,
                }
                for row in rows
            ]
        )
    else:
        width = max(len(row.id) for row in rows)
        for row in rows:
            click.echo(f"{row.id:<{width}}  {row.returns}")
