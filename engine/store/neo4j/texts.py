"""The texts of facts follow the names of their entities and the labels of their relations."""

from collections.abc import Mapping, Sequence
from typing import Any

from neo4j import ManagedTransaction

from ...names import verbalise
from .connection import rows
from .rows import text_number

_FACTS_A_TRANSACTION = 5000


def change_texts_of(transaction: ManagedTransaction, kg: str, property_: str, renamed: Sequence[str]) -> None:
    """Write the facts of renamed entities anew; vectors of those whose text changes go."""
    facts = rows(transaction, "facts_of_renamed", kg=kg, ids=renamed)
    texts = {row["key"]: text for row in facts if (text := _text(row, row["label"])) != row["text"]}
    _change_texts(transaction, kg, property_, texts)


def change_labels_of(
    transaction: ManagedTransaction, kg: str, property_: str, labels: Mapping[str, str], after: str
) -> str | None:
    """Write some facts of relations anew, in key order; vectors of those whose text changes go.

    Args:
        labels: what each of the relations is called now.
        after: the last key of those before; "" for the first.

    Returns:
        The last key of these; None when there are none.
    """
    page = {"relations": list(labels), "after": after, "size": _FACTS_A_TRANSACTION}
    facts = rows(transaction, "facts_of_relations", kg=kg, **page)
    new = {row["key"]: labels[row["relation"]] for row in facts}
    texts = {row["key"]: text for row in facts if (text := _text(row, new[row["key"]])) != row["text"]}
    rows(transaction, "change_labels", kg=kg, key=list(new), label=list(new.values()))
    _change_texts(transaction, kg, property_, texts)
    return facts[-1]["key"] if facts else None


def _change_texts(transaction: ManagedTransaction, kg: str, property_: str, texts: Mapping[str, str]) -> None:
    rows(
        transaction,
        "change_texts",
        kg=kg,
        property=property_,
        key=list(texts),
        text=list(texts.values()),
        text_id=[text_number(text) for text in texts.values()],
    )


def _text(row: Mapping[str, Any], label: str) -> str:
    head, tail = (row[f"{end}_name"] or row[f"{end}_id"] for end in ("head", "tail"))
    return verbalise(head, label, tail)
