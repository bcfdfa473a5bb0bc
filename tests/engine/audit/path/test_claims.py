"""The judge of claims: what the words say of two things decides. The learned matcher is scripted."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pytest
from groundpath import ChainOfThought, load_triples, open_store
from groundpath.engine.audit.evidence import ClaimVerdict
from groundpath.engine.audit.judging import ParsedChain
from groundpath.engine.audit.path.judge import PathJudge
from groundpath.engine.audit.path.settings import PathSettings
from groundpath.engine.audit.verdicts import Verdict
from groundpath.engine.grounding.matching import World
from groundpath.engine.matching.model import ANSWERS, Answer, Question
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.text.pair_reader import Probabilities

FACTS = """\
Acme\tfounder\tAnn Lee
Acme\tbased_in\tOslo
Acme\tfounded_on\t1871-03-18
Acme\trevenue\t1250000
Beta Works\tbased_in\tBergen
Ann Lee\tborn_in\tOslo
Ann Lee\tspouse\tBo Ray
Ann Lee\tprofession\tpotter
"""


class Scripted:
    """Answers by words of the statement, else that it says something else; keeps what it is asked."""

    digest = "scripted"

    def __init__(self, script: Mapping[str, Answer] = {}) -> None:
        self.script = script
        self.asked: list[Question] = []

    def answer(self, questions: Sequence[Question]) -> Probabilities:
        self.asked += questions
        found = np.full((len(questions), len(ANSWERS)), 0.01, np.float32)
        for row, question in enumerate(questions):
            said = next((one for words, one in self.script.items() if words in question.statement), "other")
            found[row, ANSWERS.index(said)] = 0.95
        return found


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphStore]:
    folder = tmp_path_factory.mktemp("claims")
    (folder / "g.tsv").write_text(FACTS, "utf-8")
    with open_store(f"embedded:{folder / 'store'}") as opened:
        load_triples(opened, "g", folder / "g.tsv", embed=False)
        yield opened


def judged(
    store: GraphStore,
    text: str,
    script: Mapping[str, Answer] = {},
    world: World = "local",
) -> Verdict:
    judge = PathJudge(store, "g", PathSettings(world), Scripted(script))
    return judge.judge([ParsedChain.of(ChainOfThought("1", "", text))])[0]


def claims(verdict: Verdict) -> list[ClaimVerdict]:
    return [claim for step in verdict.steps for claim in step.claims]


def statuses(verdict: Verdict) -> list[str]:
    return [claim.status for claim in claims(verdict)]


def test_claims_that_state_facts_are_supported(store: GraphStore) -> None:
    verdict = judged(store, "Acme was founded by Ann Lee. She was born in Oslo. So the answer is Oslo.")
    assert verdict.verdict == "faithful"
    assert statuses(verdict) == ["supported", "supported"]
    assert verdict.grounded_path == (("Acme", "founder", "Ann Lee"), ("Ann Lee", "born_in", "Oslo"))


@pytest.mark.parametrize("words", ["murdered", "admired", "sold", "wrote a song about", "was jealous of"])
def test_words_that_are_not_understood_support_nothing(store: GraphStore, words: str) -> None:
    verdict = judged(store, f"Acme {words} Ann Lee. Ann Lee was born in Oslo. So the answer is Oslo.")
    assert verdict.verdict == "unscored"
    assert statuses(verdict)[0] == "unknown"
    assert "are not read as any relation of the graph" in verdict.reason


@pytest.mark.parametrize(
    ("sentence", "status", "reason"),
    [
        ("Acme was not founded by Ann Lee.", "contradicted", "It denies what the graph states"),
        ("It is a myth that Acme was founded by Ann Lee.", "contradicted", "It denies what the graph states"),
        ("Perhaps Acme was founded by Ann Lee.", "unknown", "It does not assert"),
        ("It is rumoured that Acme was founded by Ann Lee.", "unknown", "It does not assert"),
        ("Ann Lee was born in Bergen.", "contradicted", "it states “Ann Lee born in Oslo.”"),
        ("Acme was founded on 19 March 1871.", "contradicted", "it states “Acme founded on 1871-03-18.”"),
        ("Acme was founded on 18 March 1871.", "supported", "Supported by"),
        ("Acme was founded in March 1871.", "supported", "Supported by"),
        ("Acme's revenue is $1.25 million.", "supported", "Supported by"),
        ("Ann Lee was a potter.", "supported", "Supported by"),
        ("Acme was founded by Cy Marlow.", "unknown", "The graph knows nothing named “Cy Marlow”"),
    ],
)
def test_what_words_do_with_a_fact(store: GraphStore, sentence: str, status: str, reason: str) -> None:
    (claim,) = claims(judged(store, sentence))
    assert claim.status == status
    assert reason in claim.reason


def test_what_is_stated_the_wrong_way_round_is_contradicted(store: GraphStore) -> None:
    (claim,) = claims(judged(store, "Ann Lee was founded by Acme."))
    assert claim.status == "contradicted"
    assert claim.reason == "It turns round what the graph states: “Acme founder Ann Lee.”"


@pytest.mark.parametrize(
    ("world", "status"), [("local", "contradicted"), ("closed", "contradicted"), ("open", "unknown")]
)
def test_the_world_tells_which_absent_facts_are_false(store: GraphStore, world: World, status: str) -> None:
    assert statuses(judged(store, "Ann Lee was born in Bergen.", world=world)) == [status]


def test_a_graph_that_holds_no_such_fact_contradicts_nothing(store: GraphStore) -> None:
    assert statuses(judged(store, "Beta Works was founded by Ann Lee.")) == ["unknown"]


def test_the_lexicon_spares_the_matcher(store: GraphStore) -> None:
    scripted = Scripted()
    judge = PathJudge(store, "g", PathSettings(), scripted)
    chain = ParsedChain.of(ChainOfThought("1", "", "Acme was founded by Ann Lee. Acme is based in Oslo."))
    judge.judge([chain])
    assert scripted.asked == []


def test_a_phrase_is_asked_about_once(store: GraphStore) -> None:
    scripted = Scripted({"runs": "supports"})
    judge = PathJudge(store, "g", PathSettings(), scripted)
    chain = ParsedChain.of(ChainOfThought("1", "", "Ann Lee runs Acme."))
    judge.judge([chain])
    once = len(scripted.asked)
    judge.judge([chain, chain])
    assert len(scripted.asked) == once > 0


def test_a_claim_tells_how_it_was_read(store: GraphStore) -> None:
    (sure,) = claims(judged(store, "Acme was founded by Ann Lee."))
    assert (sure.decided_by, sure.rules, sure.phrase) == (
        "lexicon",
        ("en.roles.verb.passive",),
        "Acme was founded by Ann Lee .",
    )
    (learned,) = claims(judged(store, "Ann Lee got Acme going.", {"got": "supports"}))
    assert (learned.decided_by, learned.status) == ("learned", "supported")
    assert ClaimVerdict.from_dict(sure.to_dict()) == sure


@pytest.mark.parametrize(
    "text",
    [
        "Acme, which is based in Oslo, was founded by Ann Lee.",
        "Acme (based in Oslo) was founded by Ann Lee.",
        "Acme is based in Oslo, and its founder is Ann Lee.",
        "Acme is based in Oslo. The founder is Ann Lee.",
        "Acme's founder, Ann Lee, was born in Oslo.",
    ],
)
def test_several_claims_of_a_text(store: GraphStore, text: str) -> None:
    assert statuses(judged(store, text)).count("supported") == 2


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("The founder of Acme was born in Oslo.", ("Ann Lee", "born_in", "Oslo")),
        ("Acme's founder was born in Oslo.", ("Ann Lee", "born_in", "Oslo")),
        ("Acme is old. Its founder is the spouse of Bo Ray.", ("Ann Lee", "spouse", "Bo Ray")),
        ("The founder of Acme is Ann Lee.", ("Acme", "founder", "Ann Lee")),
        ("Ann Lee is the founder of Acme.", ("Acme", "founder", "Ann Lee")),
        ("Ann Lee, Acme's founder, left.", ("Acme", "founder", "Ann Lee")),
    ],
)
def test_descriptions_stand_for_what_they_describe(
    store: GraphStore, text: str, fact: tuple[str, str, str]
) -> None:
    assert judged(store, text).grounded_path == (fact,)


def test_what_is_left_out_in_passing_is_told(store: GraphStore) -> None:
    verdict = judged(store, "Acme was founded by Ann Lee, who admired Bergen. So the answer is Ann Lee.", {})
    assert verdict.verdict == "faithful"
    assert "What else is said in passing" in verdict.reason
    assert "unknown" in statuses(verdict)
