"""Which addresses are datasets, told without opening anything."""

from pathlib import Path

from ...loaders.suffixes import PARQUET

GLOB = "*?["
SCHEME = "://"


def is_dataset(address: str) -> bool:
    """Whether an address is read in shards: a folder, a glob, a URL or a Parquet file."""
    if address == "-":
        return False
    path = Path(address)
    return (
        SCHEME in address
        or path.is_dir()
        or address.lower().endswith(PARQUET)
        or (is_glob(address) and not path.exists())
    )


def is_glob(address: str) -> bool:
    """Whether an address is a pattern of addresses, where no file has just this name."""
    return any(mark in address for mark in GLOB) and (SCHEME in address or not Path(address).exists())


def absolute(address: str) -> str:
    """An address that means the same to processes in other folders."""
    return address if SCHEME in address else str(Path(address).absolute())
