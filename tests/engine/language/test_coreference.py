"""What pronouns and descriptions stand for."""

import pytest
from groundpath.engine.language.coreference import Known, resolved
from groundpath.engine.language.mention import Mention
from groundpath.engine.language.tokens import Tokens

NAMES = ["Ann", "Bo", "Acme", "Harrow Dairy", "Oslo"]
PERSONS = (0, 1)
KNOWN = Known(
    kind=lambda node: "person" if node in PERSONS else "thing" if node == 4 else None,
    gender=lambda node: {0: "she", 1: "he"}.get(node),  # type: ignore[return-value, arg-type]
    has_role=lambda node, noun: node == 2 and noun == "founder",
    called=lambda node, noun: noun in NAMES[node].lower().split(),
)


def meant(*sentences: str) -> list[tuple[str, list[str], bool]]:
    """The references of the last of some sentences: their words, what each may mean, and whether it owns."""
    read = []
    for sentence in sentences:
        tokens = Tokens.of(sentence)
        names = []
        for node, name in enumerate(NAMES):
            words = Tokens.of(name).normal
            for at in range(len(tokens.normal)):
                if tokens.normal[at : at + len(words)] == words:
                    names.append(Mention(at, at + len(words), (node,), "name"))
        read.append((tokens, sorted(names)))
    tokens = read[-1][0]
    return [
        (tokens.written(one.start, one.end), [NAMES[node] for node in one.nodes], one.possessive)
        for one in resolved(read, KNOWN)[-1]
        if one.how == "reference"
    ]


def first(*sentences: str) -> dict[str, str]:
    """What each reference of the last sentence means in the first place."""
    return {words: nodes[0] for words, nodes, _ in meant(*sentences)}


@pytest.mark.parametrize(
    ("sentences", "found"),
    [
        (("Ann founded Acme.", "She was born in Oslo."), {"She": "Ann"}),
        (("Ann met Bo.", "He lives in Oslo."), {"He": "Bo"}),
        (("Ann founded Acme.", "It moved to Oslo."), {"It": "Acme"}),
        (("Ann founded Acme.", "Its seat is Oslo."), {"Its": "Acme"}),
        (("Harrow Dairy is old.", "Bo bought the dairy."), {"the dairy": "Harrow Dairy"}),
        (("Acme is old.", "The founder is Bo."), {"The": "Acme"}),
        (
            ("Ann coaches Bo.", "The former lives in Oslo, the latter in Acme."),
            {"The former": "Ann", "the latter": "Bo"},
        ),
        (("Ann founded Acme, and she sold it.",), {"she": "Ann", "it": "Acme"}),
        (("Acme is old.", "This company sold Oslo."), {"This company": "Acme"}),
    ],
)
def test_references(sentences: tuple[str, ...], found: dict[str, str]) -> None:
    assert first(*sentences) == found


@pytest.mark.parametrize(
    "sentence",
    [
        "It is said that Ann founded Acme.",  # "it" points at nothing
        "Who founded Acme?",
        "The founder of Acme is Ann.",  # of whom it is one is said
        "She left.",  # nobody was named
        "The firm Acme is old.",
    ],
)
def test_what_refers_to_nothing(sentence: str) -> None:
    assert meant(sentence) == []


def test_an_object_is_not_its_own_subject() -> None:
    assert first("Acme makes cheese.", "Harrow Dairy bought it.") == {"it": "Acme"}


def test_possessives_own_what_follows() -> None:
    assert meant("Ann left.", "Her friend met her in Oslo.") == [
        ("Her", ["Ann"], True),
        ("her", ["Ann"], False),
    ]


def test_the_topic_was_named_before_the_text_begins() -> None:
    tokens = Tokens.of("She lives in Oslo.")
    mentions = resolved([(tokens, [])], KNOWN, topic=[0])[0]
    assert [one.nodes for one in mentions] == [(0,)]


@pytest.mark.parametrize(
    ("sentences", "reference", "meant_first"),
    [
        (("Oslo is old.", "Ann and Bo left it."), "it", "Oslo"),  # the subject of its clause is not meant
        (("Bo left.", "Ann then raised a son of her own."), "her", "Ann"),
        (("Harrow Dairy is in Oslo.", "Founder: Ann."), "", ""),
        (("Acme grew.", "Founder: Ann."), "", "Acme"),  # a field of what was named
    ],
)
def test_who_is_meant_in_its_clause(sentences: tuple[str, ...], reference: str, meant_first: str) -> None:
    assert first(*sentences).get(reference, "") == meant_first


@pytest.mark.parametrize(
    "sentences",
    [
        ("Bo left.", "Ann herself stayed."),  # it only stresses
        ("Bo left.", "The man whose job Ann took was old."),  # it says who, and calls nobody back
        ("Bo left.", "The man she met was old."),
        ("I look for Oslo.", "That is Ann."),
        ("Oslo is cold.", "Before that there is Ann."),
    ],
)
def test_what_calls_nothing_back(sentences: tuple[str, ...]) -> None:
    words = {words for words, _, _ in meant(*sentences)}
    assert words.isdisjoint({"herself", "The man", "That", "there"})
