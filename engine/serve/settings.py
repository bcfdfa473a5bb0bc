"""How groundpath is served: address, doors, limits, and where runs are kept."""

from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

from ..errors import InputError

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one request may ask.

    Attributes:
        text: characters of one text to audit or check, and of one statement.
        rows: rows that are audited or checked within one request; more of them to audit are a run.
        body: bytes of a request.
        upload: bytes of the rows of a run, and of the documents that come with them.
        files: bytes of the documents that come as files with one answer.
        seconds: how long an answer may take.
        waiting: requests that may wait for one kind of work before others are sent away.
        runs: runs that may be unfinished before others are sent away.
    """

    text: int = 100_000
    rows: int = 100
    body: int = 4 << 20
    upload: int = 256 << 20
    files: int = 32 << 20
    seconds: float = 60.0
    waiting: int = 64
    runs: int = 32


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """How groundpath is served.

    Attributes:
        data: folder of the runs: rows, verdicts, and the table of both.
        store: address of the store, see `open_store`; None for the usual one.
        encoder: name of the encoder, see `open_encoder`; None for the usual one.
        host, port: where the server listens.
        token: what requests must bear, without what is white around it; None lets everybody on this machine
            in.
        hosts: further names under which it may be called; others are refused, against DNS rebinding.
        origins: pages of these origins may call it from a browser (CORS).

    Raises:
        InputError: the address is not of this machine alone and no token is given; or an empty token.
    """

    data: Path
    store: str | None = None
    encoder: str | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    token: str | None = None
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        if self.token is not None:
            object.__setattr__(self, "token", self.token.strip())
        if self.token == "":
            raise InputError("the token is empty; give one that cannot be guessed, or none")
        if not is_loopback(self.host) and self.token is None:
            raise InputError(
                f"{self.host} can be reached from other machines: give a token (GROUNDPATH_TOKEN), or listen "
                "on 127.0.0.1"
            )

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """What the Host header may name, in lower case and without port."""
        return frozenset(name.lower() for name in (*LOOPBACK_NAMES, self.host, *self.hosts))


def is_loopback(host: str) -> bool:
    """Whether an address is reached from its own machine alone."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
