"""A small family of kings and queens, whose facts tests state in many wordings."""

from graphs import columns_of, triples
from groundpath.engine.grounding.graph import GroundingGraph
from groundpath.engine.store.view import GraphView
from groundpath.engine.terms import Entity, Triple

ROYALS = triples(
    "Margaret_Tudor parents Henry_VII_of_England",
    "Margaret_Tudor parents Elizabeth_of_York",
    "Arthur,_Prince_of_Wales parents Henry_VII_of_England",
    "James_V_of_Scotland parents Margaret_Tudor",
    "James_V_of_Scotland parents James_IV_of_Scotland",
    "Elizabeth_I_of_England parents Anne_Boleyn",
    "Margaret_Tudor spouse James_IV_of_Scotland",
    "Arthur,_Prince_of_Wales spouse Catherine_of_Aragon",
    "James_V_of_Scotland spouse Mary_of_Guise",
    "Henry_VII_of_England place_of_birth Pembroke_Castle",
    "Elizabeth_I_of_England place_of_birth Greenwich_Palace",
    "James_V_of_Scotland place_of_birth Linlithgow_Palace",
    "Catherine_of_Aragon place_of_birth Alcalá_de_Henares",
    "Mary_of_Guise place_of_birth Bar-le-Duc",
    "Henry_VII_of_England place_of_death Richmond_Palace",
    "Elizabeth_I_of_England place_of_death Richmond_Palace",
    "Edward_VI_of_England place_of_death Greenwich_Palace",
    "James_IV_of_Scotland cause_of_death killed_in_action",
    "Pembroke_Castle contained_by Wales",
    "Linlithgow_Palace contained_by Scotland",
    "Alcalá_de_Henares contained_by Spain",
    "Catherine_of_Aragon nationality Spain",
    "James_IV_of_Scotland nationality Scotland",
    "Mary_of_Guise nationality France",
    "Mary_of_Guise religion Catholicism",
    "Henry_VII_of_England gender male",
    "Margaret_Tudor gender female",
)


def readable(facts: tuple[Triple, ...], entities: list[Entity] | None = None) -> GroundingGraph:
    """A graph made ready for reading."""
    return GroundingGraph(GraphView.of(columns_of(facts, entities)))


def node(graph: GroundingGraph, id: str) -> int:
    """The node of an entity that is there."""
    return graph.ids[id]


def nodes(graph: GroundingGraph, *ids: str) -> tuple[int, ...]:
    return tuple(graph.ids[id] for id in ids)
