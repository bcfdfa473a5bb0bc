"""Every prompt that groundpath sends, one file each.

A file opens with front matter between two lines `---`: id, version, inputs, returns, paper. What follows is
the conversation: a line `[system]`, `[user]` or `[assistant]` begins a turn. An input stands as `{{name}}`
between tags, `<question>{{question}}</question>`, which no text from outside can close. Read and fill them
with `engine.llm.prompts.load_prompt`.
"""

from functools import cache
from importlib.resources import files


def prompt_names() -> tuple[str, ...]:
    """The ids of all prompts, sorted."""
    return tuple(
        sorted(
            file.name[: -len(_SUFFIX)] for file in files(__name__).iterdir() if file.name.endswith(_SUFFIX)
        )
    )


@cache
def prompt_text(name: str) -> str:
    """The text of a prompt's file, front matter and all; FileNotFoundError when there is none."""
    return files(__name__).joinpath(name + _SUFFIX).read_text("utf-8")


_SUFFIX = ".prompt"
