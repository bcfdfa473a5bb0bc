"""The texts of facts follow the names of their entities."""

from collections.abc import Mapping, Sequence
from typing import Any

from neo4j import ManagedTransaction

from ...names import verbalise
from .connection import rows
from .rows import text_number


def change_texts_of(transaction: ManagedTransaction, kg: str, property_: str, renamed: Sequence[str]) -> None:
    """Write the facts of renamed entities anew; vectors of those whose text changes go."""
    texts = {
        row["key"]: text
        for row in rows(transaction, "facts_of_renamed", kg=kg, ids=renamed)
        if (text := _text(row)) != row["text"]
    }
    rows(
        transaction,
        "change_texts",
        kg=kg,
        property=property_,
        key=list(texts),
        text=list(texts.values()),
        text_id=[text_number(text) for text in texts.values()],
    )


def _text(row: Mapping[str, Any]) -> str:
    head, tail = (row[f"{end}_name"] or row[f"{end}_id"] for end in ("head", "tail"))
    return verbalise(head, row["label"], tail)
