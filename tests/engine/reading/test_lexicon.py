"""What phrases mean, in general and in one graph."""

import tomllib
from importlib.resources import files

import pytest
from groundpath.engine.reading.lexicon import Lexicon, Meaning, general_lexicon, plural, singular
from groundpath.engine.reading.other_names import other_names
from groundpath.engine.reading.slots import FIRST, SECOND
from groundpath.engine.reading.tokens import name_key
from groundpath.engine.reading.wording import read_wording

SENSES = tomllib.loads(files("groundpath.engine.reading").joinpath("relations.toml").read_text("utf-8"))
LISTS = {"roles", "inverse_roles", "verbs", "inverse_verbs"}
FLAGS = {"symmetric", "same_kind", "vague", "wider", "forbids"}


def meanings(lexicon: Lexicon, text: str) -> list[tuple[str, set[str]]]:
    words = text.split()
    return [
        (" ".join(words[cue.start : cue.end]), {meaning.sense for meaning in cue.meanings})
        for cue in lexicon.cues(words)
    ]


def test_the_longest_phrase_counts() -> None:
    lexicon = general_lexicon()
    assert meanings(lexicon, "place of birth")[0][0] == "place of birth"
    (fathered, grandfather) = meanings(lexicon, "fathered by the grandfather")
    assert fathered == ("fathered by", {"parent"})
    assert grandfather == ("grandfather", {"grandparent"})
    assert meanings(lexicon, "nothing of note") == []
    assert lexicon.cues([]) == []


def test_singular_and_plural_mean_the_same() -> None:
    for one, other in (("child", "children"), ("city of birth", "cities of birth"), ("church", "churches")):
        assert meanings(general_lexicon(), one)[0][1] & meanings(general_lexicon(), other)[0][1]


@pytest.mark.parametrize(
    ("label", "sense"),
    [
        ("place of birth", ("birth_place", 1)),
        ("parents", ("parent", 1)),
        ("children", ("parent", -1)),
        ("spouse s", ("spouse", 0)),
        ("directed by", ("director", 1)),
        ("contains", ("contained_in", -1)),
        ("containedby", ("contained_in", 1)),
        ("influenced by", ("influence", 1)),
    ],
)
def test_labels_of_relations_mean_something(label: str, sense: tuple[str, int]) -> None:
    assert sense in general_lexicon().senses(label)


def test_a_graphs_own_labels_are_known_beside_the_general_ones() -> None:
    lexicon = general_lexicon().with_labels(["zeta level", "place of birth", "父亲"])
    assert lexicon.senses("zeta level") >= {("=zeta level", 1)}
    assert lexicon.senses("place of birth") >= {("=place of birth", 1), ("birth_place", 1)}
    assert lexicon.senses("父亲") == {("=父亲", 1)}
    assert general_lexicon().senses("zeta level") == frozenset()


def test_a_phrase_may_mean_several_things() -> None:
    one, other = Meaning("one", "role", 1), Meaning("other", "verb", -1)
    (cue,) = Lexicon({("x", "y"): [one, other, one]}).cues(["w", "x", "y"])
    assert (cue.start, cue.end, cue.meanings) == (1, 3, (one, other))


def test_the_region_of_a_place_holds_it_and_its_regions_are_in_it() -> None:
    one, several = (
        read_wording([FIRST, "'s", noun, "is", SECOND], general_lexicon()).senses
        for noun in ("region", "regions")
    )
    assert ("contained_in", 1) in one
    assert ("contained_in", -1) in several


@pytest.mark.parametrize("sense", SENSES)
def test_the_lexicon_is_well_formed(sense: str) -> None:
    lists = SENSES[sense]
    assert lists.keys() <= LISTS | FLAGS | {"via", "implies", "kinds", "parts"}
    assert all(part.removeprefix("<") in SENSES for part in lists.get("via", []))
    assert all(implied in SENSES for implied in lists.get("implies", []))
    assert lists.keys() & LISTS
    for name in lists.keys() & LISTS:
        for phrase in lists[name]:
            assert phrase == name_key(phrase), f"{sense}.{name}: {phrase!r} is not in normal form"
            meant = {found for found, _ in general_lexicon().senses(phrase)}
            assert sense in meant, f"{sense}.{name}: {phrase!r} means only {meant}"


def test_a_kind_says_what_the_first_thing_is() -> None:
    lexicon = general_lexicon()
    for sense, lists in SENSES.items():
        for noun in lists.get("kinds", []):
            assert (sense, 1) in read_wording(
                f"{FIRST} is a large {noun} of {SECOND}".split(), lexicon
            ).senses
            assert (sense, 1) in read_wording(
                f"{FIRST} is one of the {noun} of {SECOND}".split(), lexicon
            ).senses
    assert read_wording(f"the region of {FIRST} is {SECOND}".split(), lexicon).senses == {("contained_in", 1)}


def test_symmetric_senses_have_no_direction() -> None:
    for sense in SENSES:
        directions = {
            meaning.forward
            for phrase in SENSES[sense].get("roles", [])
            for cue in general_lexicon().cues(phrase.split())
            for meaning in cue.meanings
            if meaning.sense == sense
        }
        assert directions <= ({0} if SENSES[sense].get("symmetric") else {1, -1})


@pytest.mark.parametrize("noun", ["son", "city", "church", "box", "day", "wife"])
def test_numbers_come_back(noun: str) -> None:
    assert singular(plural(noun)) == noun


def test_other_names_are_in_normal_form() -> None:
    for name, words in other_names():
        assert name == name_key(name)
        assert words
        assert all(word == name_key(word) and word != name for word in words)
