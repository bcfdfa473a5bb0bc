"""Where a connection's driver comes from: groundpath opens one on an address, or a caller lends one."""

from dataclasses import dataclass, field
from typing import Protocol

from neo4j import BoltDriver, Driver, GraphDatabase, Neo4jDriver

from ...errors import InputError

_CONNECT_SECONDS = 10.0
_RETRY_SECONDS = 15.0


class DriverSource(Protocol):
    """Gives a connection its driver, and takes it back."""

    @property
    def url(self) -> str:
        """Where the server is, without credentials."""

    @property
    def user(self) -> str:
        """Who asks, for messages; empty where only the driver knows."""

    def opened(self) -> Driver:
        """A driver to use; it need not have connected yet."""

    def returned(self, driver: Driver) -> None:
        """What `opened` gave is not used any more."""


@dataclass(frozen=True, slots=True)
class Login:
    """A server's address and a user: the driver is groundpath's own, and is closed after use.

    Attributes:
        url: neo4j://HOST[:PORT] or bolt://HOST[:PORT], also with +s or +ssc.
    """

    url: str
    user: str
    password: str = field(repr=False)

    def opened(self) -> Driver:
        return GraphDatabase.driver(
            self.url,
            auth=(self.user, self.password),
            connection_timeout=_CONNECT_SECONDS,
            max_transaction_retry_time=_RETRY_SECONDS,
        )

    def returned(self, driver: Driver) -> None:
        driver.close()


@dataclass(frozen=True, slots=True)
class LentDriver:
    """A driver that a caller has opened: it is used with the caller's own settings, and never closed."""

    driver: Driver

    @property
    def url(self) -> str:
        """The address that the driver was opened on; "+s" where it encrypts.

        Raises:
            InputError: the driver speaks another protocol than Bolt.
        """
        security = "+s" if self.driver.encrypted else ""
        match self.driver:
            case BoltDriver():
                return f"bolt{security}://{self.driver.address}"
            case Neo4jDriver():
                return f"neo4j{security}://{self.driver.initial_addresses[0]}"
        raise InputError(
            f"{type(self.driver).__name__} does not speak Bolt; give a neo4j.Driver of neo4j:// or bolt://"
        )

    @property
    def user(self) -> str:
        return ""

    def opened(self) -> Driver:
        return self.driver

    def returned(self, driver: Driver) -> None:
        """The driver stays its owner's."""
