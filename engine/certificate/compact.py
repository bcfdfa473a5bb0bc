"""Certificates without their rows, in a few hundred bytes each: a Parquet file, for millions that are kept.

Nothing of a certificate is lost: names of members go, and keys that follow from their facts; what repeats is
stored once. The digest of the row stays, so that a row can be told to be the one; its text does not.
"""

import json
import os
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ..errors import BadRowError, InputError
from ..parsing import json_value
from ..progress import SILENT, Progress
from ..replacing import making
from ..terms import fact_key
from .claims import FORMAT

_AT_ONCE = 20_000  # certificates
_DIGEST = 32  # bytes
_SCHEMA = pa.schema(
    {
        "id": pa.string(),
        "kg": pa.string(),
        "versions": pa.string(),
        "row": pa.binary(_DIGEST),
        "digest": pa.binary(_DIGEST),
        "key": pa.string(),
        "signature": pa.string(),
        "claims": pa.string(),
    },
    {"groundpath": f"certificates {FORMAT}"},
)
_READING = ("span", "phrase", "relation", "forward", "by", "rules")
_REST = ("world", "follows", "by_rules", "left_out")

Row = dict[str, Any]


def write_compact(
    verdicts: str | os.PathLike[str], out: str | os.PathLike[str], *, progress: Progress = SILENT
) -> int:
    """Keep the certificates of a file of verdicts alone, in a Parquet file; memory stays flat.

    Returns:
        How many there are; rows without one are passed over.

    Raises:
        InputError: a file cannot be read or written.
        BadRowError: a line is no verdict, or its certificate is none that groundpath writes.
    """
    path, count = Path(verdicts), 0
    try:
        file = path.open("rb")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}; choose another file") from error
    with (
        file,
        making(Path(out), "certificates") as partial,
        pq.ParquetWriter(partial, _SCHEMA, compression="zstd", compression_level=9) as writer,
        progress.task("Keeping certificates", None) as advance,
    ):
        waiting = _packed_rows(file, path)
        while some := list(islice(waiting, _AT_ONCE)):
            writer.write_table(pa.Table.from_pylist(some, _SCHEMA))
            count += len(some)
            advance(len(some))
    return count


def read_compact(path: str | os.PathLike[str]) -> Iterator[tuple[str, Row]]:
    """The id and the certificate, as values of JSON, of each row of such a file; memory stays flat.

    Of what is no certificate an empty one is given, which no checker takes.

    Raises:
        InputError: it is no such file.
    """
    try:
        file = pq.ParquetFile(path)
        if not file.schema_arrow.equals(_SCHEMA):
            raise InputError(f"{path} holds no certificates; groundpath recheck … --compact writes some")
        for batch in file.iter_batches(_AT_ONCE):
            for row in batch.to_pylist():
                try:
                    certificate = _unpacked(row)
                except (AttributeError, KeyError, TypeError, ValueError, IndexError):
                    certificate = {}
                yield row["id"], certificate
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"{path} cannot be read ({error}); choose another file") from error


def _packed_rows(file: Iterator[bytes], path: Path) -> Iterator[Row]:
    for number, line in enumerate(file, 1):
        try:
            row = json_value(line)
            if (certificate := row.get("certificate")) is None:
                continue
            packed = _packed(str(row["id"]), certificate)
            if _unpacked(packed) != certificate:
                raise ValueError("its certificate has other members than groundpath writes")
        except (AttributeError, KeyError, TypeError, ValueError, IndexError) as error:
            raise BadRowError(str(path), number, f"has no certificate to keep ({error})") from error
        yield packed


def _packed(id: str, certificate: Mapping[str, Any]) -> Row:
    return {
        "id": id,
        "kg": certificate["kg"],
        "versions": _text(certificate["versions"]),
        "row": _digest(certificate["row"]),
        "digest": _digest(certificate["digest"]),
        "key": certificate.get("key"),
        "signature": certificate.get("signature"),
        "claims": _text([_short(claim) for claim in certificate["claims"]]),
    }


def _digest(digits: str) -> bytes:
    found = bytes.fromhex(digits)
    if len(found) != _DIGEST:
        raise ValueError(f"{digits!r} is no digest")
    return found


def _unpacked(row: Row) -> Row:
    signed = {"key": row["key"], "signature": row["signature"]} if row["key"] else {}
    return {
        "format": FORMAT,
        "kg": row["kg"],
        "versions": json_value(row["versions"]),
        "row": row["row"].hex(),
        "claims": [_long(claim) for claim in json_value(row["claims"])],
        "digest": row["digest"].hex(),
        **signed,
    }


def _short(claim: Mapping[str, Any]) -> list[Any]:
    """A claim as values by their places; what it lacks is null."""
    return [
        claim["step"],
        claim["status"],
        claim["because"],
        [claim["reading"][name] for name in _READING],
        [[one["template"], one["rows"], _without_keys(one)] for one in claim["evidence"]],
        *(claim.get(name) for name in _REST),
    ]


def _long(claim: list[Any]) -> Row:
    step, status, because, reading, evidence, *rest = claim
    return {
        "step": step,
        "status": status,
        "because": because,
        "reading": dict(zip(_READING, reading, strict=True)),
        "evidence": [
            {"template": template, "rows": rows, "gives": _with_keys(template, rows, gives)}
            for template, rows, gives in evidence
        ],
        **{name: value for name, value in zip(_REST, rest, strict=True) if value is not None},
    }


def _without_keys(evidence: Mapping[str, Any]) -> list[Any]:
    """What a statement gave; of facts the sources alone, where the key is that of the triple."""
    if evidence["template"] != "facts":
        return list(evidence["gives"])
    return [given and given[1] for given in evidence["gives"]]


def _with_keys(template: str, rows: list[list[str]], gives: list[Any]) -> list[Any]:
    if template != "facts":
        return gives
    given = zip(rows, gives, strict=True)
    return [None if sources is None else [fact_key(*row), sources] for row, sources in given]


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
