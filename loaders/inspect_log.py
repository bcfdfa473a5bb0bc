"""The samples of an inspect_ai log: a file .eval, which is a zip of JSON files, or .json.

Reference: https://inspect.aisi.org.uk/eval-logs.html
"""

import os
import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import Any

import pyarrow as pa

from ..engine.errors import InputError
from ..engine.parsing import json_value
from .reading import PathLike

_ZSTANDARD = 93  # its number among the methods of zip; Python's zipfile knows it from 3.14 on
_LOCAL_HEADER = 30  # bytes before the name in front of an entry, whose lengths are the last four
_BEGINS = re.compile(rb'\s*\{\s*"version":\s*\d+,\s*"status":\s*"\w+",\s*"eval":')


def is_inspect_log(path: PathLike) -> bool:
    """Whether a file is a log of inspect_ai, by its name and how it begins."""
    suffix = PurePath(path).suffix.lower()
    if suffix == ".eval":
        return True
    if suffix != ".json" or not Path(path).is_file():
        return False
    with Path(path).open("rb") as file:
        return _BEGINS.match(file.read(200)) is not None


def read_inspect_samples(path: PathLike) -> Iterator[dict[str, Any]]:
    """The samples of a log, one at a time, in the order of the log.

    Raises:
        InputError: the file is not there, is damaged, or holds no sample.
    """
    name, found = os.fspath(path), False
    try:
        samples = _zipped(name) if PurePath(name).suffix.lower() == ".eval" else _in_one_file(name)
        for sample in samples:
            found = True
            yield sample
    except FileNotFoundError:
        raise InputError(f"{name} is not there; check the path") from None
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror or error}") from None
    except (zipfile.BadZipFile, ValueError) as error:
        raise InputError(
            f"{name} is no log of inspect_ai that can be read ({error}); fetch it again"
        ) from None
    if not found:
        raise InputError(f"{name} holds no sample; was the evaluation ended before one was done?")


def _in_one_file(name: str) -> Iterator[dict[str, Any]]:
    yield from json_value(Path(name).read_bytes()).get("samples") or ()


def _zipped(name: str) -> Iterator[dict[str, Any]]:
    with Path(name).open("rb") as file, zipfile.ZipFile(file) as log:
        for entry in log.infolist():
            if entry.filename.startswith("samples/"):
                packed = entry.compress_type == _ZSTANDARD
                yield json_value(_unpacked(file, entry) if packed else log.read(entry))


def _unpacked(file: Any, entry: zipfile.ZipInfo) -> bytes:
    """What an entry that is packed by Zstandard holds. Raises BadZipFile where it is damaged."""
    file.seek(entry.header_offset)
    header = file.read(_LOCAL_HEADER)
    lengths = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
    file.seek(entry.header_offset + _LOCAL_HEADER + lengths)
    packed = file.read(entry.compress_size)
    data: bytes = pa.CompressedInputStream(pa.BufferReader(packed), "zstd").read()
    if zlib.crc32(data) != entry.CRC:
        raise zipfile.BadZipFile(f"{entry.filename} has another checksum than the log says")
    return data
