"""The columns in which graphs travel between loaders, stores and views."""

import pyarrow as pa

ENTITY_SCHEMA = pa.schema(
    [
        pa.field("id", pa.string(), nullable=False),
        pa.field("name", pa.string()),
        # 0: nameless, 1: name read off the id, 2: name given by a source. A higher rank replaces a lower.
        pa.field("name_rank", pa.int8(), nullable=False),
        pa.field("aliases", pa.list_(pa.string()), nullable=False),
        pa.field("types", pa.list_(pa.string()), nullable=False),
        pa.field("search", pa.string(), nullable=False),  # names.search_text(name and aliases)
    ]
)

FACT_SCHEMA = pa.schema(
    [
        pa.field("key", pa.string(), nullable=False),  # terms.fact_key(head, relation, tail)
        pa.field("head", pa.string(), nullable=False),
        pa.field("relation", pa.string(), nullable=False),
        pa.field("label", pa.string(), nullable=False),
        pa.field("tail", pa.string(), nullable=False),
        pa.field("text", pa.string(), nullable=False),  # names.verbalise(...), what is embedded
        pa.field("sources", pa.list_(pa.string()), nullable=False),  # ids of documents
    ]
)

DOCUMENT_SCHEMA = pa.schema(
    [
        pa.field("id", pa.string(), nullable=False),
        pa.field("title", pa.string(), nullable=False),
        pa.field("text", pa.string(), nullable=False),
    ]
)
