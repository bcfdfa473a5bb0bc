"""Signatures of certificates: Ed25519, by the `cryptography` package."""

import os
from base64 import b64decode, b64encode
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import InputError, extra

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_INSTALL = f"signatures need the cryptography package; {extra('sign')}"
_MAKE = "make one: openssl genpkey -algorithm ed25519 -out KEY.pem"
_PUBLIC = "write it: openssl pkey -in KEY.pem -pubout -out PUBLIC.pem"


class Signer:
    """Signs with a private key.

    Attributes:
        key: its public key, in base64.
    """

    def __init__(self, private: "Ed25519PrivateKey") -> None:
        self._private = private
        self.key = b64encode(private.public_key().public_bytes_raw()).decode("ascii")

    def signed(self, certificate: dict[str, Any]) -> dict[str, Any]:
        """A certificate, as values of JSON, with the signature of its digest."""
        signature = self._private.sign(certificate["digest"].encode("ascii"))
        return {**certificate, "key": self.key, "signature": b64encode(signature).decode("ascii")}


def read_signer(path: str | os.PathLike[str]) -> Signer:
    """The signer of a private key in PEM, without a password.

    Raises:
        InputError: the file holds none, or `cryptography` is not installed.
    """
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key
    except ImportError as error:
        raise InputError(_INSTALL) from error
    pem = _read(path)
    try:
        private = load_pem_private_key(pem, None)
    except (ValueError, TypeError) as error:
        raise InputError(f"{path} is no private key in PEM without a password; {_MAKE}") from error
    if not isinstance(private, Ed25519PrivateKey):
        raise InputError(f"{path} is no Ed25519 key; {_MAKE}")
    return Signer(private)


def read_public_key(path: str | os.PathLike[str]) -> str:
    """The public key in a PEM file, as certificates name it. Raises InputError as `read_signer` does."""
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        from cryptography.hazmat.primitives.serialization import load_pem_public_key
    except ImportError as error:
        raise InputError(_INSTALL) from error
    pem = _read(path)
    try:
        public = load_pem_public_key(pem)
    except ValueError as error:
        raise InputError(f"{path} is no public key in PEM; {_PUBLIC}") from error
    if not isinstance(public, Ed25519PublicKey):
        raise InputError(f"{path} is no Ed25519 key; {_PUBLIC}")
    return b64encode(public.public_bytes_raw()).decode("ascii")


def is_signed(digest: str, key: str, signature: str) -> bool:
    """Whether a signature is that of a digest by a public key. Raises InputError without `cryptography`."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as error:
        raise InputError(_INSTALL) from error
    try:
        public = Ed25519PublicKey.from_public_bytes(b64decode(key, validate=True))
        public.verify(b64decode(signature, validate=True), digest.encode("utf-8", "surrogatepass"))
    except (InvalidSignature, ValueError):
        return False
    return True


def _read(path: str | os.PathLike[str]) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}; name a key file") from error
