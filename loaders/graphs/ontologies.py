"""Ontologies in OBO and OWL, read by pronto: terms with synonyms, what they are kinds of, what joins them."""

import warnings
from collections.abc import Iterator
from itertools import chain
from typing import Any

from ...engine.errors import BadRowError, InputError
from ..faults import Faults
from ..libraries import library
from ..properties import joined
from ..reading import ByteSource
from .parts import EdgeRow, GraphPart, NodeRow, part_of

IS_A = "is_a"


def read_ontology(source: ByteSource, _faults: Faults) -> Iterator[GraphPart]:
    """Terms that are in use, their `is_a` and their relationships; what an ontology imports is not fetched.

    Raises:
        BadRowError: the file breaks the rules of its format, with the line.
        InputError: pronto is missing, or cannot read the file.
    """
    pronto = library("pronto", source.name, "an ontology")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ontology = pronto.Ontology(source.seekable(), import_depth=0)
            terms = [term for term in ontology.terms() if not term.obsolete]
    except InputError:
        raise
    except SyntaxError as error:
        reason = f"is no ontology that can be read: {error.msg}; correct it"
        raise BadRowError(source.name, error.lineno or 1, reason) from None
    except Exception as error:  # pronto and its parsers meet damage with errors of any kind
        said = " ".join(str(error).split())
        raise InputError(
            f"{source.name} is no ontology that pronto reads ({type(error).__name__}: {said}); fetch it again"
        ) from error
    known = {term.id for term in terms}
    yield part_of(list(enumerate(map(_node, terms), 1)))
    edges = (edge for term in terms for edge in _edges(term) if edge.target in known)
    yield part_of(edges=list(enumerate(edges, 1)))


def _node(term: Any) -> NodeRow:
    return NodeRow(
        term.id,
        term.namespace or "",
        term.name or "",
        joined(sorted(synonym.description for synonym in term.synonyms)),
        joined(sorted(chain(term.alternate_ids, (xref.id for xref in term.xrefs)))),
    )


def _edges(term: Any) -> Iterator[EdgeRow]:
    for kind in sorted(term.superclasses(distance=1, with_self=False)):
        yield EdgeRow(term.id, IS_A, kind.id)
    for relationship, others in sorted(term.relationships.items()):
        for other in sorted(others):
            yield EdgeRow(term.id, _relation(relationship), other.id)


def _relation(relationship: Any) -> str:
    """The identifier where it is a word, as "part_of"; else the name of what "RO:0002202" stands for."""
    return str(relationship.name if ":" in relationship.id and relationship.name else relationship.id)
