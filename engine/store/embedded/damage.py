"""What fails because a file is damaged is told as that, whatever ladybug or Python make of it."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeVar

from ...errors import DamagedError, GroundpathError, InputError, StoreError

# Whatever may read bytes that are not those that were written.
_READING = (
    "verify graphs graph fact_count version revision statistics traits identity texts_without_vectors "
    "nearest_entities nearest_facts nearest_facts_of fact_vectors entities find_entities entities_named "
    "facts_of facts neighbourhood paths documents all_documents columns cypher"
).split()


class _Checked(Protocol):
    @property
    def url(self) -> str: ...
    def check_whole(self) -> bool: ...


S = TypeVar("S", bound=_Checked)


def damage_told(store: type[S]) -> type[S]:
    """A store whose reading operations raise DamagedError where they fail and its database file is damaged.

    The file is read once when an operation fails in a way that damage may explain; otherwise nothing is done.
    """
    for name in _READING:
        setattr(store, name, _told(getattr(store, name)))
    return store


def _told(operation: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(operation)
    def told(store: _Checked, *args: Any, **options: Any) -> Any:
        try:
            return operation(store, *args, **options)
        except Exception as error:
            if _may_be_damage(error, operation.__name__):
                _check(store, "" if operation.__name__ == "cypher" else str(args[0] if args else ""), error)
            raise

    return told


def _check(store: _Checked, kg: str, error: Exception) -> None:
    try:
        known = store.check_whole()
    except DamagedError as damage:
        raise DamagedError(damage.file, damage.fault, kg) from error
    if not known and not isinstance(error, GroundpathError):
        raise StoreError(
            f"{store.url} cannot be read ({error}), and has no checksums that tell whether it is damaged; "
            "load again into another store"
        ) from error


def _may_be_damage(error: Exception, operation: str) -> bool:
    if not isinstance(error, GroundpathError):
        return True
    # A statement of a user may break on damaged pages as on its own slips.
    return type(error) is StoreError or (operation == "cypher" and type(error) is InputError)
