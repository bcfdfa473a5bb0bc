"""The documents in a row of each format."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from ..engine.counted import counted
from ..engine.terms import Document, Place, Triple
from .freebase import entity_id, relation_id
from .identifiers import id_fault, text_fault
from .json_rows import kind_of, text_of, triple_of


class StatedDocument(NamedTuple):
    """A document and what it states.

    Attributes:
        triples: None where its row does not tell them.
        types: of entities; each an entity and one of its types.
        tabled: the triples of its tables, which may not be all that it states.
    """

    document: Document
    triples: Sequence[Triple] | None = None
    types: Sequence[tuple[str, str]] = ()
    tabled: Sequence[Triple] = ()


def documents_of(row: Any) -> list[StatedDocument | None]:
    """The documents of a row; none for a question that comes without.

    None stands in the place of a document without text, which states nothing and is no fault.

    Raises ValueError with the reason when the row is of no known form.
    """
    if not isinstance(row, Mapping):
        raise ValueError(f"is {kind_of(row)}, not an object")
    if row.get("paragraphs") is not None:
        return [_paragraph(paragraph) for paragraph in _listed(row["paragraphs"], "paragraphs")]
    if row.get("context") is not None:
        return [_titled_sentences(entry) for entry in titled_entries(row["context"])]
    if "text" in row:
        return [_single(row)]
    if "contents" in row:
        return [_single({**row, **title_and_text(text_of(row["contents"], "contents"))})]
    if "question" in row:
        return []
    raise ValueError(
        f"has none of the members text, contents, context, paragraphs: {', '.join(map(str, row))}"
    )


def _single(row: Mapping[str, Any]) -> StatedDocument | None:
    if not row.get("triples") and not text_of(row["text"], "text").strip():
        return None
    given = next((row[name] for name in ("id", "_id") if row.get(name) is not None), None)
    document = _document(row.get("title"), row["text"], given, _places(row))
    types = [_type(pair, place) for place, pair in enumerate(_listed(row.get("types") or (), "types"), 1)]
    return StatedDocument(document, _triples(row, "triples"), types, _triples(row, "tabled") or ())


def _triples(row: Mapping[str, Any], member: str) -> list[Triple] | None:
    if row.get(member) is None:
        return None
    return [_triple(triple, place) for place, triple in enumerate(_listed(row[member], member), 1)]


def _places(row: Mapping[str, Any]) -> tuple[Place, ...]:
    places: list[Place] = []
    for entry in _listed(row.get("places") or (), "places"):
        match entry:
            case [int(start), str(name)] if start >= 0 and (not places or start > places[-1].start):
                places.append(Place(start, name))
            case _:
                raise ValueError(
                    f"places holds {entry!r}, which is not [character, name] behind the one before"
                )
    return tuple(places)


def _paragraph(paragraph: Any) -> StatedDocument | None:
    """An entry of MuSiQue's `paragraphs`."""
    if not isinstance(paragraph, Mapping) or "paragraph_text" not in paragraph:
        raise ValueError("paragraphs holds an entry without paragraph_text")
    text = text_of(paragraph["paragraph_text"], "paragraph_text")
    return StatedDocument(_document(paragraph.get("title"), text)) if text.strip() else None


def titled_entries(context: Any) -> Sequence[Any]:
    """The entries [title, [sentence, …]] of a `context`, also where it holds titles and sentences apart.

    >>> titled_entries({"title": ["Oslo"], "sentences": [["It is a city."]]})
    [('Oslo', ['It is a city.'])]
    """
    if not isinstance(context, Mapping):
        return _listed(context, "context")
    titles, sentences = (_listed(context.get(name), f"context's {name}") for name in ("title", "sentences"))
    if len(titles) != len(sentences):
        raise ValueError(
            f"context has {counted(len(titles), 'title')} for {counted(len(sentences), 'list')} of sentences"
        )
    return list(zip(titles, sentences, strict=True))


def title_and_text(contents: str) -> dict[str, str]:
    """What FlashRAG keeps of a document: its title, which may be quoted, on a line of its own before it."""
    title, line, text = contents.strip().partition("\n")
    return {"title": title.strip().strip('"'), "text": text} if line else {"text": title}


def _titled_sentences(entry: Any) -> StatedDocument | None:
    """An entry of the `context` of HotpotQA and 2WikiMultihopQA: [title, [sentence, …]]."""
    if not isinstance(entry, Sequence) or len(entry) != 2 or not isinstance(entry[1], Sequence):
        raise ValueError("context holds an entry that is not [title, [sentence, …]]")
    title, sentences = entry
    text = " ".join(text_of(sentence, "sentence").strip() for sentence in sentences)
    return StatedDocument(_document(title, text)) if text.strip() else None


def _document(title: Any, text: Any, given: Any = None, places: tuple[Place, ...] = ()) -> Document:
    title, whole = text_of(title, "title").strip(), text_of(text, "text")
    text = whole.strip()
    before = len(whole) - len(whole.lstrip())
    identifier = text_of(given, "id").strip() or _content_id(title, text)
    _check("title", text_fault(title) if title else None)
    _check("text", text_fault(text))
    _check("id", id_fault(identifier))
    moved = tuple(Place(max(place.start - before, 0), place.name) for place in places)
    return Document(identifier, title, text, places=moved)


def _content_id(title: str, text: str) -> str:
    return blake2b(f"{title}\x00{text}".encode(errors="surrogatepass"), digest_size=16).hexdigest()


def _triple(value: Any, place: int) -> Triple:
    try:
        head, relation, tail = triple_of(value)
        triple = Triple(entity_id(head), relation_id(relation), entity_id(tail))
        for role, part in zip(triple._fields, triple, strict=True):
            _check(role, id_fault(part))
    except ValueError as error:
        raise ValueError(f"triple {place}: {error}") from None
    return triple


def _type(value: Any, place: int) -> tuple[str, str]:
    """An entry of `types`: [entity, type]."""
    try:
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise ValueError("is not [entity, type]")
        entity, type_ = entity_id(text_of(value[0], "entity")), text_of(value[1], "type").strip()
        _check("entity", id_fault(entity))
        _check("type", text_fault(type_))
    except ValueError as error:
        raise ValueError(f"type {place}: {error}") from None
    return entity, type_


def _check(role: str, fault: str | None) -> None:
    if fault:
        raise ValueError(f"the {role} {fault}")


def _listed(value: Any, member: str) -> Sequence[Any]:
    if isinstance(value, list | tuple):
        return value
    raise ValueError(f"{member} is {kind_of(value)}, not a list")
