"""What the Neo4j driver and server complain about, as groundpath's errors: one line, with the remedy."""

from collections.abc import Iterator
from contextlib import contextmanager
from ssl import SSLCertVerificationError, SSLError

from neo4j.exceptions import (
    AuthError,
    ConfigurationError,
    ConstraintError,
    DriverError,
    Neo4jError,
    ServiceUnavailable,
)

from ...errors import GroundpathError, StoreError, StoreTimeoutError


@contextmanager
def translated(place: str, username: str, out_of_time: str) -> Iterator[None]:
    """Raise what goes wrong inside as StoreError or StoreTimeoutError, without credentials.

    Constraint violations pass unchanged: a writer answers them itself.

    Args:
        place: the store's address and database, which starts each message.
        username: who asks; empty where only the caller's own driver knows.
        out_of_time: what to say when a statement is stopped by its timeout.
    """
    try:
        yield
    except ConstraintError:
        raise
    except AuthError as error:
        raise StoreError(_refused(place, username, error)) from error
    except Neo4jError as error:
        raise _from_server(place, error, out_of_time) from error
    except ServiceUnavailable as error:
        raise StoreError(_unavailable(place, error)) from error
    except (DriverError, ConfigurationError, OSError, ValueError) as error:
        if isinstance(error, GroundpathError):
            raise
        raise StoreError(f"{place}: {one_line(error)}") from error


def one_line(error: BaseException) -> str:
    """The first line of what an error says, which holds the substance."""
    text = (error.message if isinstance(error, Neo4jError) else str(error)) or type(error).__name__
    return text.strip().splitlines()[0]


def _refused(place: str, username: str, error: AuthError) -> str:
    code = error.code or ""
    who = repr(username) if username else "the driver's user"
    if code.endswith("CredentialsExpired"):
        return f"{place}: the first password of {who} must be changed before it can be used"
    if code.endswith("AuthenticationRateLimit"):
        return f"{place}: too many wrong passwords for {who}; wait a few seconds and try again"
    if code.endswith("Forbidden"):
        return f"{place}: {who} may not do this: {one_line(error)}"
    if not username:
        return f"{place}: {who} or password is wrong; open the driver with the right ones"
    return f"{place}: user {username!r} or the password is wrong; set NEO4J_USERNAME and NEO4J_PASSWORD"


def _unavailable(place: str, error: BaseException) -> str:
    plain = place.partition("://")[0].partition("+")[0]
    fault = next((one for one in _causes(error) if isinstance(one, SSLError)), None)
    if fault is not None:
        if isinstance(fault, SSLCertVerificationError):
            return (
                f"{place}: its TLS certificate is not trusted ({fault.verify_message}); use the name that it "
                f"is for, or {plain}+ssc:// for one that it has signed itself"
            )
        return (
            f"{place}: what answers there speaks no TLS ({one_line(fault)}); use {plain}:// for a server "
            "without, or turn TLS on in its settings"
        )
    routed = place.startswith("neo4j")
    routing = " (one that does not route is reached by bolt://)" if routed else ""
    encrypted = (
        f" over TLS (one without is reached by {plain}://)" if "+s" in place.partition("://")[0] else ""
    )
    return (
        f"{place}: no Neo4j server answers{encrypted or routing}; check the address, "
        "or start one: docker/local_neo4j start"
    )


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and what led to it; the driver keeps those of several servers as a group."""
    while error is not None:
        yield error
        if isinstance(error, BaseExceptionGroup):
            for one in error.exceptions:
                yield from _causes(one)
        error = error.__cause__ or error.__context__


def _from_server(place: str, error: Neo4jError, out_of_time: str) -> StoreError:
    code = error.code or ""
    if "TransactionTimedOut" in code:
        return StoreTimeoutError(out_of_time)
    if "OutOfMemory" in code:
        return StoreError(f"{place}: the server ran out of memory; ask for less, or give the server more")
    if code.endswith("DatabaseNotFound"):
        return StoreError(
            f"{place}: {one_line(error)} Community Edition has one database, 'neo4j'; leave the name out"
        )
    return StoreError(f"{place}: {one_line(error)}")
