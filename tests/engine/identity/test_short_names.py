"""Parts of names, articles and titles: which stand for the whole in a document, and which must not."""

import pytest
from groundpath.engine.identity.document_names import DocumentNames
from groundpath.engine.identity.resolving import resolved
from groundpath.engine.identity.runs import run_of_name, runs_of
from groundpath.engine.store.identity import Decisions
from groundpath.engine.terms import Document, Triple


def meant(title: str, text: str, name: str) -> str:
    """The entity that a name means in a document that uses it once."""
    document = Document("d", title, text, (Triple(name, "is told of in", "Somewhere"),))
    return resolved([DocumentNames.of(document)], Decisions()).entities_of("d")[name]


class TestSurnames:
    @pytest.mark.parametrize(
        ("text", "name", "full"),
        [
            ("Robert Lang met Walter Mondale. Mondale lost.", "Mondale", "Walter Mondale"),
            ("She sang with pianist Ozan Kuyumcu. Kuyumcu wept.", "Kuyumcu", "Ozan Kuyumcu"),
            ("Governor Tavita Leota left, and Leota's aides stayed.", "Leota", "Tavita Leota"),
            ("Martha Venn sued. Judge Venn won.", "Judge Venn", "Martha Venn"),
            ("John F. Harris and the Harris Center. Harris gave it.", "Harris", "John F. Harris"),
            ("Anna van Dorn painted. Van Dorn sold nothing. Dorn died.", "Dorn", "Anna van Dorn"),
            ("Carlos Ruiz Peña wrote. Ruiz Peña won a prize.", "Ruiz Peña", "Carlos Ruiz Peña"),
        ],
    )
    def test_of_every_person_that_a_text_names_in_full(self, text, name, full):
        assert meant("A Day", text, name) == full

    @pytest.mark.parametrize(
        ("text", "name"),
        [
            ("Mondale lost. Walter Mondale went home.", "Mondale"),  # the full name comes too late
            ("Ann Lee met Bob Lee. Lee won.", "Lee"),  # two of one name
            ("Joel and Ethan Coen met. Coen spoke.", "Coen"),  # two in one phrase
            ("Ethan Coen is one of the Coens. Coen spoke.", "Coen"),
            ("Harvey Doyle came. The Doyle family and Doyle stayed.", "Doyle"),
            ("Henry Ford built it. The car was made by the Ford Motor Company, a Ford of 1908.", "Ford"),
            ("Henry Ford met Ford Madox. Ford left.", "Ford"),  # a first name of another
            ("George Washington died. They lived in Washington.", "Washington"),  # the city
            ("Enrico Caruso sang. He wrote “Caruso” in his honour.", "Caruso"),  # a work
            ("Robert Downey Jr. is the son of Robert Downey. Downey acts.", "Downey"),
            ("Hans Albert Einstein, son of Albert Einstein, left. Einstein stayed.", "Einstein"),
            ("Hans Albert Einstein knew Albert Einstein.", "Albert Einstein"),
            ("Walter Mondale wed. Mrs. Mondale sang.", "Mrs. Mondale"),  # his wife
            ("The Helena River is long. Helena lies on it.", "Helena"),
            ("John Cross County is old. County is a word.", "County"),
            ("Robert Hall Jr. spoke. Jr is a word.", "Jr"),
            ("Paul Rich made it. The duo Big & Rich sang.", "Rich"),  # part of a band's name
            ("Karl Frederick of Anhalt ruled. Frederick died.", "Frederick"),
            ("Mariam bint Yusuf came. A son of Yusuf left.", "Yusuf"),
        ],
    )
    def test_but_not_where_it_may_be_something_else(self, text, name):
        assert meant("A Day", text, name) == name

    def test_a_company_and_its_founder_share_a_name_that_is_neither_then(self):
        text = "Jack Northrop founded Northrop Grumman. Northrop grew."
        assert meant("Aircraft", text, "Northrop") == "Northrop"

    def test_a_triple_that_relates_the_two_tells_that_they_are_two(self):
        document = Document(
            "d", "", "Ziggy Marley sang. Marley died.", (Triple("Ziggy Marley", "son of", "Marley"),)
        )
        assert resolved([DocumentNames.of(document)], Decisions()).entities_of("d")["Marley"] == "Marley"

    def test_facts_tell_who_is_a_person(self):
        text = "Okonjo Dafe came. Dafe won."
        assert meant("", text, "Dafe") == "Dafe"
        born = Triple("Okonjo Dafe", "was born in", "Lagos"), Triple("Dafe", "won", "it")
        resolution = resolved([DocumentNames.of(Document("d", "", text, born))], Decisions())
        assert resolution.entities_of("d")["Dafe"] == "Okonjo Dafe"

    def test_a_title_that_tells_namesakes_apart_is_meant(self):
        assert meant("Jack Cohen (rabbi)", "Jack Cohen was a rabbi. Cohen taught.", "Cohen") == (
            "Jack Cohen (rabbi)"
        )

    def test_a_work_named_after_somebody_is_not_called_by_the_surname(self):
        assert meant("Annie Grimm (film)", "Annie Grimm is a film about love. Grimm won.", "Grimm") == "Grimm"
        ship = "Robert Bartlett is a ship of the coast guard. Bartlett sailed."
        assert meant("Robert Bartlett", ship, "Bartlett") == "Bartlett"


class TestGivenNames:
    @pytest.mark.parametrize(
        ("title", "text", "name"),
        [
            ("Mao Yushi", "Mao Yushi (born 14 January 1929) is an economist. Mao taught.", "Mao"),
            ("Arto Monaco", "Arto Monaco was born in 1913. Arto is buried there.", "Arto"),
        ],
    )
    def test_of_the_person_of_whom_a_document_tells(self, title, text, name):
        assert meant(title, text, name) == title

    def test_of_a_king(self):
        text = "She wed King Bhumibol Adulyadej. She met Bhumibol in Paris."
        assert meant("Sirikit", text, "Bhumibol") == "Bhumibol Adulyadej"

    @pytest.mark.parametrize(
        ("title", "text", "name"),
        [
            ("Love", "It stars Tom Wilkinson. It tells of Tom and Anna.", "Tom"),  # the part, not the actor
            ("Stefan Vasiliu", "Stefan Vasiliu (born 1900) wrote. His son Stefan wrote too.", "Stefan"),
            ("John Ross", "John or Jack Ross may refer to: John, a man.", "John"),
        ],
    )
    def test_but_not_of_others(self, title, text, name):
        assert meant(title, text, name) == name


class TestTeams:
    def test_the_last_part_in_the_plural(self):
        text = "The team beat the San Diego Chargers. They met the Chargers again."
        assert meant("1982 season", text, "the Chargers") == "San Diego Chargers"

    @pytest.mark.parametrize(
        ("text", "name"),
        [
            ("The teams were the Texas Rangers and the Queens Rangers. The Rangers won.", "the Rangers"),
            ("It lies in the Swiss Alps. Snow falls in the Alps.", "the Alps"),  # no team is spoken of
            ("The team plays the Winter Olympic Games. The Games end.", "the Games"),  # a kind of thing
        ],
    )
    def test_but_not_what_several_or_none_are(self, text, name):
        assert meant("Some day", text, name) == name


class TestTitles:
    @pytest.mark.parametrize(
        ("title", "text", "name"),
        [
            ("Salem, New Hampshire", "Salem is a town in New Hampshire.", "Salem"),
            ("Camden Indians", "The Camden Indians were a team.", "The Camden Indians"),
            ("Slavs", "The Slavs are a people.", "The Slavs"),
        ],
    )
    def test_what_is_its_title_less_what_the_sentence_or_a_comma_adds(self, title, text, name):
        assert meant(title, text, name) == title

    @pytest.mark.parametrize(
        ("title", "text", "name"),
        [
            ("The Batman", "The Batman is a film. Batman fights crime.", "Batman"),  # the title's own article
            ("The Kid Brother", "The Kid Brother is a film.", "Kid Brother"),
            ("Queen (band)", "Queen is a band. The Queen came.", "The Queen"),
            ("Love, Honor and Goodbye", "Love, Honor and Goodbye is a film.", "Love"),
            (
                "Mycenae, New York",
                "Mycenae is a hamlet. It bears the name of the city of Mycenae.",
                "Mycenae",
            ),
            (
                "Pocahontas (1995 film)",
                "Pocahontas is a film. Irene Bedard as Pocahontas sings.",
                "Pocahontas",
            ),
            ("Saint Helena", "Saint Helena is an island. Helena was a saint.", "Helena"),
            (
                "Victoria (ship)",
                "Victoria (or Nao Victoria) was a ship. Queen Victoria reigned.",
                "Queen Victoria",
            ),
        ],
    )
    def test_but_not_what_may_be_something_else(self, title, text, name):
        assert meant(title, text, name) == name


class TestArticles:
    @staticmethod
    def _both(one: str, text: str, other: str) -> bool:
        documents = (
            Document("0", "", text, (Triple("A", "in", one),)),
            Document("1", "", f"It is {other}.", (Triple("B", "lies beside", other),)),
        )
        return bool(resolved(map(DocumentNames.of, documents), Decisions()).merges)

    def test_one_that_the_sentence_puts_before_a_name_tells_nothing(self):
        assert self._both("the New York Yankees", "He left the New York Yankees.", "New York Yankees")

    @pytest.mark.parametrize(
        ("one", "text", "other"),
        [
            ("the Old Guitarist", "He painted The Old Guitarist in the Old Guitarist.", "Old Guitarist"),
            ("the Port Arthur", "He saw the Port Arthur massacre.", "Port Arthur"),
            ("the Supreme Court", "He went to the Supreme Court.", "Supreme Court"),  # each country has one
            ("the Queen", "He saw the Queen.", "Queen"),
        ],
    )
    def test_but_not_one_that_may_belong_to_more(self, one, text, other):
        assert not self._both(one, text, other)


class TestRuns:
    def test_a_name_without_what_is_said_before_and_behind_it(self):
        (run,) = runs_of("and Senator Robert F. Kennedy Jr. left")
        assert (run.words, run.name) == (("Robert", "F", "Kennedy"), "Robert F. Kennedy")
        assert (run.honorific, run.generation, run.before, run.behind) == ("senator", "jr", "and", "left")

    def test_a_month_is_no_first_name_where_it_tells_when(self):
        assert [run.words for run in runs_of("In May Salandra met May Robson.")] == [
            ("Salandra",),
            ("May", "Robson"),
        ]

    def test_only_what_is_one_name_is_a_run_of_its_own(self):
        assert run_of_name("Hubert Humphrey presidential campaign, 1968") is None
        assert run_of_name("Wise. The") is None

    def test_a_page_of_capitals_takes_no_time(self):
        assert len(runs_of("A " * 20_000)) == 1
