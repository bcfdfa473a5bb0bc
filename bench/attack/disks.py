"""Disks that take no more while a graph is loaded."""

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

from frame import Trial, attack, groundpath
from groundpath.engine.store.protocol import GraphStore
from groundpath.loaders.triples import load_triples
from loads import KG, Load, embedded, graph_load, refusal, state_of, triples_load, write_files


def _full(*_given: Any, **_named: Any) -> Any:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


FULL = {
    "while rows are spooled": "pyarrow.parquet.ParquetWriter.write_batch",
    "while a spool is closed": "pyarrow.parquet.ParquetWriter.close",
    "while the state is copied": "groundpath.engine.checksums.FileSums.of",
    "before the state is published": "groundpath.engine.store.embedded.files.flush",
    "while the folder is asked for room": "shutil.disk_usage",
    "while edges are staged": "pyarrow.ipc.new_stream",
}


@attack("disks that are full at a step")
def full_at_a_step(folder: Path) -> Iterator[Trial]:
    """Whichever step of a load the disk fails at, the graph is as it was, or is not there."""
    write_files(folder)
    for reason, place in FULL.items():
        for there in (True, False):
            meant = triples_load("more.tsv") if "edges" not in reason else graph_load()

            def load(store: GraphStore, where: Path, meant: Load = meant, place: str = place) -> None:
                with patch(place, _full):
                    meant(store, where)

            state = "there" if there else "new"
            name = f"embedded, graph {state}: a full disk {reason}"
            yield refusal(name, embedded(folder), load, folder, there=there)


LIMITS = (1, 3, 7, 12, 20, 33, 48, 64, 90, 128, 200, 300, 450, 640, 900, 1300, 2000, 4000)
_LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]) << 10,) * 2)
sys.argv = ["groundpath", *sys.argv[2:]]
from groundpath.engine.cli.main import main
main()
"""


@attack("disks that are full")
def full(folder: Path) -> Iterator[Trial]:
    """Wherever the disk takes no more, the load ends, the graph is as it was, and the next load goes on.

    The system refuses to let files grow beyond some kilobytes, whoever writes them.
    """
    write_files(folder)
    groundpath(folder, "load", "triples", "before.tsv", "--kg", KG, "--no-embed")
    with embedded(folder)() as store:
        before = state_of(store)
    environment = os.environ | {"GROUNDPATH_STORE": "embedded:store"}
    for kilobytes in LIMITS:
        command = [sys.executable, "-c", _LIMITED, str(kilobytes)]
        done = subprocess.run(
            [*command, "load", "triples", "more.tsv", "--kg", KG, "--no-embed"],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        with embedded(folder)() as store:
            after = state_of(store)
            if done.returncode == 0:
                load_is_whole = len(after[2]) == 202
                store.drop(KG)
                load_triples(store, KG, folder / "before.tsv", embed=False)
                before = state_of(store)
        kept = load_is_whole if done.returncode == 0 else before == after
        clear = done.returncode in (0, 1) and "Traceback" not in done.stderr
        yield Trial(
            f"{kilobytes} kB", kept and clear, f"exit {done.returncode}, kept: {kept}; {done.stderr[-400:]}"
        )
