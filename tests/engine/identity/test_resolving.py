"""Which names of documents are one thing, and why: each rule, and where it must not guess."""

import pytest
from groundpath.engine.identity.document_names import DocumentNames
from groundpath.engine.identity.resolving import resolved
from groundpath.engine.identity.spelling import spellings
from groundpath.engine.identity.stated_names import stated_names
from groundpath.engine.identity.terms import Resolution
from groundpath.engine.store.identity import Decisions
from groundpath.engine.terms import Document, Triple

UNDECIDED = Decisions()
IBM = "International Business Machines (IBM) is a company."


def of(*rows: tuple[str, str, list[tuple[str, str, str]]], decisions: Decisions = UNDECIDED) -> Resolution:
    """The resolution of documents, given by title, text and triples, with ids 0, 1, …"""
    documents = (
        Document(str(number), title, text, tuple(Triple(*triple) for triple in triples))
        for number, (title, text, triples) in enumerate(rows)
    )
    return resolved(map(DocumentNames.of, documents), decisions)


def two(one: str, other: str, relation: str = "likes", second: str | None = None) -> Resolution:
    """Two documents without a title that use a name each, as the tail of a relation."""
    return of(("", "", [("a", relation, one)]), ("", "", [("b", second or relation, other)]))


def merged(resolution: Resolution) -> dict[str, tuple[str, str]]:
    return {merge.name: (merge.entity, merge.reason) for merge in resolution.merges}


class TestSpelling:
    @pytest.mark.parametrize(
        ("one", "other", "reason"),
        [
            ("film director", "Film director", "case"),
            ("Marie  Curie", "Marie Curie", "form"),
            ("Ｍａｒｉｅ Curie", "Marie Curie", "form"),
            ("Simón Bolívar", "Simon Bolivar", "accents"),
            ("Αλέξης Τσίπρας", "Αλεξης Τσιπρας", "accents"),
            ("Фёдор Достоевский", "Федор Достоевский", "accents"),
            ("نجيب مَحفوظ", "نجيب محفوظ", "accents"),
            ("J.R.R. Tolkien", "J. R. R. Tolkien", "punctuation"),
            ("Jean–Paul Sartre", "Jean-Paul Sartre", "punctuation"),
            ("Washington, D.C.", "Washington DC", "punctuation"),
            ("The New York Times", "New York Times", "article"),
            ("Юрий Гагарин", "Yuri Gagarin", "transliteration"),
        ],
    )
    def test_one_name_in_two_spellings(self, one, other, reason):
        ((_, (_, found)),) = merged(two(one, other)).items()
        assert found == reason

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("King's", "Kings"),
            ("African-American", "African American"),  # a hyphen may tell two things apart
            ("C++", "C#"),
            ("version 1.5", "version 15"),
            ("сергей", "сергеи"),  # another letter, not an accent
            ("バス", "パス"),
            ("李白", "李柏"),
            ("The Queen", "Queen"),
            ("Mercury (planet)", "Mercury"),
            ("Minsk", "Минск"),  # one word is too little
        ],
    )
    def test_two_names(self, one, other):
        assert not two(one, other).merges

    def test_single_words_must_be_used_alike(self):
        assert merged(two("Actor", "actor", "occupation"))
        assert not two("Turkey", "turkey", "country", "ingredient").merges
        assert not two("US", "us", "country", "asks").merges

    def test_a_kind_is_not_what_bears_its_name_with_capitals(self):
        assert merged(two("Catholic church", "Catholic Church", "led by"))
        assert not two("Catholic church", "Catholic Church", "is a", "led by").merges
        assert merged(two("Town hall", "town hall", "is a", "built by"))
        assert merged(two("Union Army officer", "Union Army Officer", "was"))

    def test_between_two_accents_nothing_is_guessed(self):
        resolution = of(
            ("", "", [("a", "r", "Ana Peña"), ("b", "r", "Ana Pena")]), ("", "", [("c", "r", "Ana Pená")])
        )
        assert not resolution.merges

    def test_two_titles_stay_two_unless_only_case_differs(self):
        fact = [("x", "about", "The Kid Brother"), ("y", "about", "Kid Brother")]
        assert not of(("The Kid Brother", "", fact[:1]), ("Kid Brother", "", fact[1:])).merges
        fact = [("x", "about", "KID BROTHER"), ("y", "about", "Kid Brother")]
        assert of(("KID BROTHER", "", fact[:1]), ("Kid Brother", "", fact[1:])).merges

    def test_names_that_a_triple_relates_are_two(self):
        assert not of(("", "", [("The Last Waltz", "follows", "the last waltz")])).merges

    def test_nothing_is_lost_of_a_name_of_signs_alone(self):
        assert spellings("!!!").article == "!!!"
        assert spellings("_").written == "_"


class TestStatedNames:
    @pytest.mark.parametrize(
        ("title", "text", "name"),
        [
            ("Li Bai", "Li Bai (Chinese: 李白; pinyin: Lǐ Bái, 701–762) was a poet.", "李白"),
            ("Naguib Mahfouz", "Naguib Mahfouz (Arabic: نجيب محفوظ) was a writer.", "نجيب محفوظ"),
            ("Pyotr Tchaikovsky", "Pyotr Tchaikovsky (Russian: Пётр Чайковский) was one.", "Пётр Чайковский"),
            ("McDull", "McDull (麥兜·飯寶奇兵) is a film.", "麥兜·飯寶奇兵"),
            ("Mark Twain", "Mark Twain (born Samuel Clemens) was a writer.", "Samuel Clemens"),
            ("Kennecott", "Kennecott, also known as Kennecott Mines, is a camp.", "Kennecott Mines"),
            (
                "Hans Seyffer",
                'Hans Seyffer, also known as "Hans of Heilbronn", was.',
                "Hans of Heilbronn",
            ),
            ("Tim Shriver", "Timothy Perry Shriver (born August 29, 1959) is one.", "Timothy Perry Shriver"),
            ("International Business Machines", IBM, "IBM"),
            ("Ro-Man", "Ro-Man (a.k.a. Monster from Mars) is a film.", "Monster from Mars"),
        ],
    )
    def test_found(self, title, text, name):
        assert {bound.name: bound.of for bound in stated_names(title, text)} == {name: title}

    @pytest.mark.parametrize(
        ("title", "text"),
        [
            ("Ann Lee", "Ann Lee (born August 29, 1959) is an actress."),
            ("Ann Lee", "Ann Lee was a singer. Her brother, also known as Bob Lee, was none."),
            ("Ann Lee", "Ann Lee met Holly Golightly (Hepburn)."),
            ("Ann Lee", "Ann Lee, best known as co-host of a show, is one."),
            ("Fifth season", "The show, also known as The Other Show, is one."),
            ("", "Nothing, also known as Something, is one."),
            ("Ann Lee", ""),
        ],
    )
    def test_not_found(self, title, text):
        assert stated_names(title, text) == []

    def test_an_abbreviation_of_two_things_is_none_of_them(self):
        assert not stated_names("", "Alpha Beta Club (ABC) and Any Big Cat (ABC) met.")

    def test_a_page_of_brackets_takes_no_time(self):
        assert stated_names("A", "A (" + "B " * 40_000 + "(" * 10_000) == []


class TestInADocument:
    def test_an_abbreviation_counts_where_it_is_introduced(self):
        binds = ("", "The Alpha Beta Club (ABC) met.", [("ABC", "met in", "Rome")])
        other = ("", "The ABC broadcasts.", [("ABC", "is", "broadcaster")])
        resolution = of(binds, other)
        assert resolution.entities_of("0")["ABC"] == "Alpha Beta Club"
        assert resolution.entities_of("1")["ABC"] == "ABC"

    def test_that_of_a_title_counts_everywhere_unless_two_claim_it(self):
        used = ("Watson", "Built by IBM.", [("Watson", "built by", "IBM")])
        title = ("International Business Machines", IBM, [("International Business Machines", "is", "firm")])
        assert of(title, used).entities_of("1")["IBM"] == "International Business Machines"
        rival = (
            "Irish Bee Makers",
            "Irish Bee Makers (IBM) is a club.",
            [("Irish Bee Makers", "is", "club")],
        )
        assert of(title, used, rival).entities_of("1")["IBM"] == "IBM"

    def test_a_surname_counts_in_the_text_about_its_bearer(self):
        text = "Marie Curie (7 November 1867 – 4 July 1934) was one. Curie won."
        about = ("Marie Curie", text, [("Curie", "won", "prize")])
        other = ("Radium", "Curie found it.", [("Curie", "found", "radium")])
        resolution = of(about, other)
        assert resolution.entities_of("0")["Curie"] == "Marie Curie"
        assert resolution.entities_of("1")["Curie"] == "Curie"

    @pytest.mark.parametrize(
        ("title", "text", "surname"),
        [
            ("Marie Curie", "Marie Curie (born 1867) wed Pierre Curie. Curie won.", "Curie"),
            ("New York", "New York is named after York.", "York"),
            ("Moza bint Nasser", "Moza bint Nasser (born 1959) is one. A son of Nasser came.", "Nasser"),
            ("Sun He", "Sun He (224–253) was a prince. He died.", "He"),
            ("Ann Nest", "Ann Nest (born 1959) is one.", "Nest"),
            ("Casimir I of Opole", "Casimir I of Opole (born 1178) was duke of Opole.", "Opole"),
        ],
    )
    def test_but_not_where_it_may_be_another(self, title, text, surname):
        assert of((title, text, [(surname, "won", "prize")])).entities_of("0")[surname] == surname

    def test_a_name_that_is_related_to_the_title_is_another_thing(self):
        album = ("Madonna (album)", "Madonna is an album.", [("Madonna (album)", "by", "Madonna")])
        assert of(album).entities_of("0")["Madonna"] == "Madonna"
        named = (
            "Queen (album)",
            "Queen is the first album of the band Queen.",
            [("Queen", "from", "London")],
        )
        assert of(named).entities_of("0")["Queen"] == "Queen"
        season = ("Idol (season 3)", "The third season of Idol began.", [("Idol", "on", "Fox")])
        assert of(season).entities_of("0")["Idol"] == "Idol"


MERCURIES = (
    ("Mercury (planet)", "Mercury is near the Sun.", [("Mercury", "near", "Sun")]),
    ("Mercury (element)", "Mercury is a metal.", [("Mercury", "is", "metal")]),
)
SYSTEM = ("Solar System", "It holds Mercury.", [("Solar System", "holds", "Mercury")])


class TestHomonyms:
    def test_each_title_keeps_its_own_and_what_could_be_either_is_neither(self):
        resolution = of(*MERCURIES, SYSTEM)
        assert [resolution.entities_of(id_)["Mercury"] for id_ in "012"] == [
            "Mercury (planet)",
            "Mercury (element)",
            "Mercury [Solar System]",
        ]
        (apart,) = resolution.apart
        assert apart.candidates == ("Mercury (element)", "Mercury (planet)")
        assert resolution.names == {"Mercury [Solar System]": "Mercury"}
        assert resolution.aliases["Mercury (planet)"] == ("Mercury",)

    def test_a_text_may_say_which(self):
        venus = ("Venus", "Next is the planet Mercury.", [("Venus", "next to", "Mercury")])
        resolution = of(*MERCURIES, venus)
        assert resolution.entities_of("2")["Mercury"] == "Mercury (planet)"
        assert merged(resolution)["Mercury"][1] in ("qualifier", "title")

    def test_the_title_without_more_is_what_the_bare_name_means(self):
        plain = ("Mercury", "Mercury may be many things.", [("Mercury", "is", "word")])
        assert of(*MERCURIES, plain, SYSTEM).entities_of("3")["Mercury"] == "Mercury"

    def test_one_homonym_alone_does_not_take_the_bare_name(self):
        assert of(MERCURIES[0], SYSTEM).entities_of("1")["Mercury"] == "Mercury"

    def test_a_user_decides(self):
        same = Decisions(same=frozenset({("Mercury", "Mercury (planet)")}))
        assert of(*MERCURIES[1:], SYSTEM, MERCURIES[0], decisions=same).entities_of("1")["Mercury"] == (
            "Mercury (planet)"
        )
        alone = Decisions(alone=frozenset({("Mercury", "0")}))
        assert of(SYSTEM, decisions=alone).entities_of("0")["Mercury"] == "Mercury [Solar System]"


def test_decisions_win_whatever_joins_the_names_in_between():
    rows = [("", "", [("a", "r", "X Y Z")]), ("", "", [("b", "r", "x y z"), ("c", "r", "x. y z")])]
    assert len(merged(of(*rows))) == 2
    apart = Decisions(apart=frozenset({("X Y Z", "x. y z")}))
    groups = [set(members) for members in of(*rows, decisions=apart).members.values()]
    assert not any({"X Y Z", "x. y z"} <= group for group in groups)


def test_the_order_of_documents_does_not_matter():
    documents = [
        DocumentNames.of(Document(str(n), title, text, tuple(Triple(*t) for t in triples)))
        for n, (title, text, triples) in enumerate((*MERCURIES, SYSTEM, ("", IBM, [("IBM", "is", "firm")])))
    ]
    forwards, backwards = (resolved(some, Decisions()) for some in (documents, documents[::-1]))
    assert forwards.places == backwards.places
    assert forwards.aliases == backwards.aliases
    assert (forwards.merges, forwards.apart) == (backwards.merges, backwards.apart)
