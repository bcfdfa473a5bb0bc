"""Which files of a folder an export wrote, so that the next one there leaves none of them behind."""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from ..engine.parsing import json_value
from ..engine.replacing import replacing

MANIFEST = ".groundpath-export.json"

_Stamp = list[int]


def remove_older(folder: Path, files: Iterable[Path]) -> None:
    """Remove what an export wrote into a folder before, and this one did not; and note what this one wrote.

    A file that was changed since it was written is someone's work, and stays.

    Raises:
        InputError: the note cannot be written.
    """
    written = {file.name: _stamp(file) for file in files}
    for name, stamp in _noted(folder).items():
        older = folder / Path(name).name
        if older.name not in written and stamp is not None and _stamp(older) == stamp:
            older.unlink()
    with replacing(folder / MANIFEST, "list of what was exported") as note:
        note.write(json.dumps(written, indent=1) + "\n")


def _stamp(file: Path) -> _Stamp | None:
    """Size and time of change; None where there is no such file."""
    with suppress(OSError):
        if file.is_file():
            about = file.stat()
            return [about.st_size, about.st_mtime_ns]
    return None


def _noted(folder: Path) -> Mapping[str, object]:
    """What an export before noted; nothing where there is no note that can be read."""
    try:
        noted = json_value((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return noted if isinstance(noted, dict) else {}
