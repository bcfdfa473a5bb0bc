"""The paper's score by its definition: cosines of links over the same two entities, their mean, and zero."""

import numpy as np
import pytest
from clinic import opened_clinic
from groundpath.engine.domain.links import OutputLink, links_of_reply
from groundpath.engine.domain.paper import OutputGraph, PaperScorer, PaperSettings
from groundpath.engine.errors import InputError
from groundpath.engine.llm.chat import ChatReply
from groundpath.engine.terms import fact_key

TRUE = OutputLink("psoriasis", "is associated with", "HLA-B")
ALSO_TRUE = OutputLink("methotrexate", "is used to treat", "psoriasis")
UNJOINED = OutputLink("herpes zoster", "is associated with", "NOD2")
UNHEARD_OF = OutputLink("gout", "is associated with", "HLA-B")


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    with opened_clinic(tmp_path_factory.mktemp("clinic")) as graph:
        yield graph


def scored(graph, *links, within=None, **settings):
    scorer = PaperScorer(graph, graph.traits, PaperSettings(**settings))
    return scorer.score_all([OutputGraph(links, within)])[0]


def cosine(graph, one, other):
    first, second = graph.encoder.encode([one, other])
    return float(first @ second)


def test_the_score_is_the_mean_cosine_of_links_with_the_same_two_entities(graph):
    score = scored(graph, TRUE, ALSO_TRUE)
    first = cosine(graph, "psoriasis is associated with HLA-B.", "psoriasis associates gene HLA-B.")
    second = cosine(graph, "methotrexate is used to treat psoriasis.", "methotrexate treats psoriasis.")
    assert [link.status for link in score.links] == ["coherent", "coherent"]
    assert score.links[0].coherence == pytest.approx(first)
    assert score.score == pytest.approx(np.mean([first, second]))
    assert score.links[0].fact.key == fact_key("D:1", "associates_gene", "G:1")


def test_one_link_below_the_threshold_makes_it_zero_and_the_mean_stays(graph):
    weak = OutputLink("psoriasis", "was painted in Paris by", "HLA-B")
    assert scored(graph, weak).links[0].status == "coherent"  # at the usual threshold
    score = scored(graph, TRUE, weak, link_threshold=0.85)
    assert [link.status for link in score.links] == ["coherent", "weak"]
    assert score.score == 0
    assert 0 < score.mean < 1


@pytest.mark.parametrize(
    ("link", "status"), [(UNJOINED, "unjoined"), (UNHEARD_OF, "unknown_entity")], ids=lambda part: str(part)
)
def test_links_that_the_graph_does_not_have_are_told_apart_and_count_zero(graph, link, status):
    score = scored(graph, TRUE, link)
    assert score.links[1].status == status
    assert score.links[1].coherence == 0
    assert score.score == 0
    assert score.mean == pytest.approx(score.links[0].coherence / 2)


@pytest.mark.parametrize(
    ("link", "status"),
    [
        (OutputLink("psoriatic arthritis", "is a", "arthritis"), "coherent"),
        (OutputLink("arthritis", "is a", "psoriatic arthritis"), "reversed"),
        (OutputLink("HLA-B", "is associated with", "psoriasis"), "coherent"),  # types tell who is who
        (OutputLink("psoriatic arthritis", "cooccurs with", "psoriasis"), "coherent"),  # symmetric
    ],
    ids=lambda part: getattr(part, "text", part),
)
def test_a_link_the_wrong_way_round_is_told(graph, link, status):
    assert scored(graph, link).links[0].status == status


def test_only_the_input_graph_counts_where_there_was_one(graph):
    key = fact_key("D:1", "associates_gene", "G:1")
    assert scored(graph, TRUE, within={key}).score > 0
    assert scored(graph, ALSO_TRUE, within={key}).links[0].status == "unjoined"


def test_the_nearest_name_is_meant_from_the_threshold_on(graph):
    near = OutputLink("psoriasis disease", "is associated with", "HLA-B")
    assert scored(graph, near, entity_threshold=0.7).links[0].status == "coherent"
    assert scored(graph, near, entity_threshold=0.99).links[0].status == "unknown_entity"


def test_without_links_there_is_no_score(graph):
    assert (scored(graph).score, scored(graph).mean) == (None, None)


def test_without_vectors_entities_are_found_by_name(tmp_path):
    with opened_clinic(tmp_path, vectors=False) as graph:
        assert [link.status for link in scored(graph, TRUE, UNHEARD_OF).links] == [
            "coherent",
            "unknown_entity",
        ]


def test_a_threshold_out_of_range_is_refused():
    with pytest.raises(InputError, match="link_threshold is 2"):
        PaperSettings(link_threshold=2)


@pytest.mark.parametrize(
    ("text", "links", "unread"),
    [
        ("⟨A; treats; B⟩\n<C; is a; D>", ["A treats B.", "C is a D."], 0),
        ("```\n1. ⟨A; treats; B⟩\nSure, here you go!\n```", ["A treats B."], 1),
        ("A treats B", [], 1),
        ("NONE", [], 0),
        ("⟨A; treats⟩", [], 1),
    ],
)
def test_links_of_a_reply_survive_what_models_write(text, links, unread):
    read = links_of_reply(ChatReply(text))
    assert [link.text for link in read.links] == links
    assert len(read.unread) == unread
