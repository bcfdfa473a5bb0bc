"""Files on the way, in names that say whose they are: what a killed process left is removed by the next."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from shutil import rmtree
from socket import gethostname
from tempfile import TemporaryDirectory

# A folder may be shared by machines, of which each knows its own processes alone.
_MACHINE = f"{blake2b(gethostname().encode(), digest_size=4).hexdigest()}-"
_PREFIX = ".groundpath-"


def owner() -> str:
    """This process, for a name: MACHINE-PID."""
    return f"{_MACHINE}{os.getpid()}"


@contextmanager
def workshop(folder: Path) -> Iterator[Path]:
    """A folder of the block's own in another, from which those of killed processes go first.

    Raises OSError.
    """
    remove_left(folder, _PREFIX)
    with TemporaryDirectory(prefix=f"{_PREFIX}{owner()}-", dir=folder.absolute()) as made:
        yield Path(made)


def remove_left(folder: Path, prefix: str, suffix: str = "") -> None:
    """Remove what is named by a prefix and its owner, where that is a process of this machine that ended."""
    with suppress(OSError):  # who cannot list the folder, or remove from it, can still write there
        for name in os.listdir(folder):
            if name.startswith(f"{prefix}{_MACHINE}") and name.endswith(suffix):
                process = name.removeprefix(f"{prefix}{_MACHINE}").removesuffix(suffix).partition("-")[0]
                if process.isdecimal() and not _is_alive(int(process)):
                    _remove(folder / name)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
