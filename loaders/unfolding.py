"""XML whose entities unfold to more than any name has: refused before a parser unfolds them."""

import re

from ..engine.errors import InputError
from .reading import ByteSource

_ENTITY = re.compile(rb"<!ENTITY\s+([^\s%\"']+)\s+(?:\"([^\"]*)\"|'([^']*)')")
_REFERENCE = re.compile(rb"&([^#&;\s][^&;\s]*);")
_ENDS = b"]>"  # of the definitions, before which no element stands
_MOST = 10_000  # characters of an entity: a namespace has a hundred
_LONGEST = 1 << 20  # bytes that are looked through


class UnfoldingSource:
    """The bytes of a source, as a parser reads them; its definitions of entities are looked at on the way."""

    def __init__(self, source: ByteSource) -> None:
        self._source = source
        self._begun = b""
        self._looks = True

    def read(self, size: int = -1) -> bytes:
        """See ByteSource.

        Raises:
            InputError: an entity unfolds to more than 10,000 characters.
        """
        data = self._source.read(size)
        if self._looks:
            self._begun += data
            self._check()
            self._looks = bool(data) and _ENDS not in self._begun and len(self._begun) < _LONGEST
        return data

    def _check(self) -> None:
        lengths: dict[bytes, int] = {}
        for name, *either in _ENTITY.findall(self._begun):
            value = b"".join(either)
            held = _REFERENCE.findall(value)
            lengths[name] = len(_REFERENCE.sub(b"", value)) + sum(lengths.get(one, 1) for one in held)
            if lengths[name] > _MOST:
                raise InputError(
                    f"{self._source.name}: its entity &{name.decode(errors='replace')}; unfolds to more than "
                    f"{_MOST:,} characters; write out what it stands for"
                )
