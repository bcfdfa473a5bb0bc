"""Which addresses are datasets, told without opening anything."""

import os
from pathlib import Path

from ...loaders.suffixes import PARQUET

GLOB = "*?["
SCHEME = "://"


def is_dataset(address: str) -> bool:
    """Whether an address is read in shards: a folder, a glob, a URL or a Parquet file."""
    if address == "-":
        return False
    return (  # Path raises where os.path says that no file can have a name of that length
        SCHEME in address or os.path.isdir(address) or address.lower().endswith(PARQUET) or is_glob(address)
    )


def is_glob(address: str) -> bool:
    """Whether an address is a pattern of addresses, where no file has just this name."""
    return any(mark in address for mark in GLOB) and (SCHEME in address or not os.path.exists(address))


def absolute(address: str) -> str:
    """An address that means the same to processes in other folders."""
    return address if SCHEME in address else str(Path(address).absolute())
