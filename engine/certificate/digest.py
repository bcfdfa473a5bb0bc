"""Digests of values of JSON: equal values have equal digests, whoever writes them."""

import json
from hashlib import sha256
from typing import Any


def canonical(value: Any) -> bytes:
    """A value of JSON in its one form: keys sorted, no spaces, UTF-8, numbers as briefly as they read back.

    >>> canonical({"b": 1, "a": ["é", 0.5]}).decode()
    '{"a":["é",0.5],"b":1}'
    """
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "surrogatepass")


def digest_of(value: Any) -> str:
    """SHA-256 of the canonical form, 64 hexadecimal digits."""
    return sha256(canonical(value)).hexdigest()
