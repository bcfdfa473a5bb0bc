"""The process that judges a run's rows: what ends it harms no server, and it ends with its server.

It is given one line of JSON on standard input, and answers with one on standard output when it ends.
"""

import json
import os
import sys
from contextlib import nullcontext
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple, TextIO

from filelock import FileLock

from ...audit.chains import read_chains
from ...audit.journal import audit_to_file
from ...check.cases import read_cases
from ...check.checker import Checker, CheckSettings
from ...check.journal import check_to_file
from ...errors import GroundpathError, defect
from ...store.opening import open_store
from ...text.opening import open_encoder
from ..auditing import AuditSettings
from ..checking import AS_USUAL, CheckRunSettings
from ..documents import read_kept
from .kinds import KindName

_ROWS_AT_A_TIME = 16  # so often progress is seen, and that much is lost when it is killed
_NICE = 5  # requests go first


class Order(NamedTuple):
    """What is to be judged, by paths and names.

    Attributes:
        kg: empty for a check without a graph.
        documents: the folder of those that came with a check; empty where none did.
    """

    rows: str
    verdicts: str
    kg: str
    settings: str
    store: str | None
    encoder: str | None
    kind: KindName = "audit"
    documents: str = ""


def main() -> None:
    """Judge one order. Exits 0, or 1 with `error` in what it prints."""
    answers = _answers()
    order = Order(**json.loads(sys.stdin.readline()))
    Thread(target=_end_with_server, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(_NICE)
    told, code = _done(order)
    print(json.dumps(told), file=answers, flush=True)
    os._exit(code)  # the thread that reads standard input would hold up an orderly end


def _answers() -> TextIO:
    """Standard output, for the answer alone: what libraries print goes to standard error from now on."""
    kept = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return kept


def _done(order: Order) -> tuple[dict[str, Any], int]:
    try:
        judge(order)
    except (GroundpathError, OSError) as error:
        return {"error": " ".join(str(error).split())}, 1
    except Exception as error:
        return {"error": defect(error).replace("this row", "this run")}, 1
    return {}, 0


def judge(order: Order) -> None:
    """Judge all rows into the file, which one process writes at a time.

    Raises as `audit_to_file` and `check_to_file`.
    """
    with FileLock(Path(order.verdicts).with_suffix(".lock")):
        (_check if order.kind == "check" else _audit)(order)


def _audit(order: Order) -> None:
    settings = AuditSettings.model_validate_json(order.settings)
    with open_store(order.store) as store:
        auditor = settings.auditor(store, order.kg, open_encoder(order.encoder))
        audit_to_file(auditor, read_chains(order.rows), order.verdicts, batch_size=_ROWS_AT_A_TIME)


def _check(order: Order) -> None:
    settings = CheckSettings(CheckRunSettings.model_validate_json(order.settings).shown)
    documents = read_kept(Path(order.documents)) if order.documents else ()
    encoder = open_encoder(order.encoder)
    with open_store(order.store) if order.kg else nullcontext() as store:
        graph = AS_USUAL.auditor(store, order.kg, encoder) if store else None
        checker = Checker(documents, encoder=encoder, graph=graph, settings=settings)
        check_to_file(checker, read_cases(order.rows), order.verdicts, batch_size=_ROWS_AT_A_TIME)


def _end_with_server() -> None:
    sys.stdin.read()  # ends when the server does, however that is
    os._exit(1)
