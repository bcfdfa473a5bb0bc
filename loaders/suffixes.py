"""How the names of files end, by what they hold; told without importing what reads them."""

JSON_LINES = (".jsonl", ".ndjson")
PARQUET = (".parquet", ".pq")
GZIP, BZIP2, ZSTANDARD = PACKED = (".gz", ".bz2", ".zst")


def unpacked_name(name: str) -> str:
    """Without the ending of what packed it, in letters of either size, by which no kind is told.

    >>> unpacked_name("rows.CSV.GZ"), unpacked_name("graph.nt.bz2")
    ('rows.CSV', 'graph.nt')
    """
    suffix = next((one for one in PACKED if name.lower().endswith(one)), "")
    return name[: len(name) - len(suffix)]
