"""The formats of whole graphs, for `load graph FILE`."""

import re

from ..file_formats import FileFormat, Formats, root_element
from ..suffixes import JSON_LINES
from .apoc import read_apoc
from .networks import read_gexf, read_graphml
from .ontologies import read_ontology
from .parts import ReadGraph
from .primekg import read_primekg

_APOC = re.compile(rb'\[?\s*\{[^{}]*"type"\s*:\s*"(?:node|relationship)"')
_PRIMEKG = re.compile(rb"relation,display_relation,x_index,")

GRAPH_FORMATS: Formats[ReadGraph] = Formats(
    "graph",
    (
        FileFormat("graphml", "GraphML", (".graphml",), read_graphml, root_element(b"graphml"), (".xml",)),
        FileFormat("gexf", "GEXF", (".gexf",), read_gexf, root_element(b"gexf"), (".xml",)),
        FileFormat("obo", "an ontology", (".obo", ".owl"), read_ontology, re.compile(rb"format-version:")),
        FileFormat("apoc", "an export of APOC", (), read_apoc, _APOC, (".json", *JSON_LINES)),
        FileFormat("primekg", "PrimeKG", (), read_primekg, _PRIMEKG, (".csv",)),
    ),
)
