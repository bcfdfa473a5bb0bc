"""What `mkdocs build` does besides: it runs notebooks, and refuses what a browser would fetch."""

import os
import re
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File
from nbclient import NotebookClient

sys.path.append(str(Path(__file__).parent))

from described import command_page  # beside this file

_ROOT = Path(__file__).parents[1]
_PACKAGE = _ROOT / "build/docs-package/groundpath"
_PARTS = ("__init__.py", "cypher", "engine", "ext", "loaders", "plugins", "prompts")
_TO_NOTEBOOK = re.compile(r"\.ipynb(?=[)#])")
_COMMAND = re.compile(r"^::: command (?P<words>.+)$", re.MULTILINE)
# The kernel asks commands for colours and moving bars.
_PLAIN = "import os; os.environ.pop('FORCE_COLOR', None); os.environ.pop('CLICOLOR_FORCE', None)"
_SHELL = "%%bash\n"
_ELSEWHERE = r"""["']?(?:https?:)?//"""
_FETCHED = re.compile(
    rf"<(?:script|img|iframe|source)\b[^>]*\bsrc={_ELSEWHERE}"
    rf"|<link\b[^>]*\brel=.?(?:stylesheet|preload|preconnect|icon)\b[^>]*\bhref={_ELSEWHERE}"
)


def on_startup(**_):
    """The package alone: the repository's root is its folder, with tests and environments beside it."""
    _PACKAGE.mkdir(parents=True, exist_ok=True)
    for part in _PARTS:
        link = _PACKAGE / part
        if not link.is_symlink():
            link.symlink_to(os.path.relpath(_ROOT / part, _PACKAGE))


def on_files(files, config):
    """Each notebook becomes a page with what its cells print now; a cell that fails ends the build."""
    for notebook in [file for file in files if file.src_uri.endswith(".ipynb")]:
        name = Path(notebook.src_uri).name
        page = f"{notebook.src_uri.removesuffix('.ipynb')}.md"
        files.append(File.generated(config, page, content="\n".join(_page(notebook.abs_src_path, name))))
    return files


def on_page_markdown(markdown, **_):
    """What links to a notebook in the repository links to its page here; commands describe themselves."""
    described = _COMMAND.sub(lambda found: "\n".join(command_page(found["words"].split())), markdown)
    return _TO_NOTEBOOK.sub(".md", described)


def on_post_page(output, page, **_):
    """Raises PluginError where a page makes a browser fetch something from elsewhere."""
    found = _FETCHED.search(output)
    if found:
        raise PluginError(f"{page.file.src_uri} fetches from elsewhere: {found.group()}")
    return output


def _page(path: str, name: str) -> Iterator[str]:
    cells = _executed(path).cells
    yield from (cells[0].source, "")
    yield f'<p class="notebook">This page is a notebook: <a href="{name}" download>{name}</a>. It ran when '
    yield "the page was built, in a folder that holds <code>examples/</code>.</p>\n"
    for cell in cells[1:]:
        if cell.cell_type == "markdown":
            yield from (cell.source, "")
        else:
            shell = cell.source.startswith(_SHELL)
            yield from ("```sh" if shell else "```python", cell.source.removeprefix(_SHELL), "```", "")
            yield from map(_output, cell.outputs)


def _executed(path: str) -> nbformat.NotebookNode:
    """The notebook, run in an empty folder that holds the examples, with a store of its own."""
    notebook = nbformat.read(path, as_version=4)
    with TemporaryDirectory() as folder:
        (Path(folder) / "examples").symlink_to(_ROOT / "examples")
        os.environ.update(
            PATH=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            GROUNDPATH_STORE=f"embedded:{folder}/store",
            GROUNDPATH_CACHE=str(_ROOT / "build/docs-cache"),
            NO_COLOR="1",
            COLUMNS="100",
        )
        notebook.cells.insert(0, nbformat.v4.new_code_cell(_PLAIN))
        runs_in = {"metadata": {"path": folder}}
        NotebookClient(notebook, timeout=300, coalesce_streams=True, resources=runs_in).execute()
        del notebook.cells[0]
    return notebook


def _output(output: nbformat.NotebookNode) -> str:
    data = output.get("data", {})
    if "text/html" in data:
        shown = " ".join(data["text/html"].split("\n"))
        return f'<div class="output">{shown}</div>\n'
    said = output.get("text") or data.get("text/plain", "")
    return f'<pre class="output">{escape(said.rstrip())}</pre>\n'
