"""A claim that no fact states may follow from facts by rules: it is inferred, and never counted as stated.

Limitation 2 of Direct Evaluation of CoT: "knowledge graphs are often incomplete which could contain implicit
facts for faithful reasoning".
"""

from io import StringIO

import pytest
from graphs import write_graph
from groundpath import Auditor, AuditResults
from groundpath.engine.audit.path.settings import PathSettings
from groundpath.engine.audit.verdicts import Verdict
from groundpath.engine.errors import InputError
from groundpath.engine.report.argument import argument
from groundpath.engine.report.html import ReportHeader, write_html
from groundpath.engine.rules.rule import Atom, Rule
from groundpath.engine.terms import RelationTraits, Triple
from rich.console import Console

FACTS = [
    Triple(*line.split(" | "))
    for line in """\
Ann Berg | parent | Bob Berg
Bob Berg | mother | Cid Berg
Cid Berg | born in | Oslo
Oslo | located in | Norway
Norway | located in | Europe
Europe | located in | Earth
Dora Lund | employer | Acme
Dora Lund | nationality | Sweden
Dora Lund | born in | Oslo
Acme | located in | Rome""".splitlines()
]
PARENTS = (
    Rule("parent", (Atom("mother"),)),
    Rule("grandparent", (Atom("parent"), Atom("parent"))),
)
WITHIN = Rule("located in", (Atom("located in"), Atom("located in")))
BORN = Rule("nationality", (Atom("born in"), Atom("located in")), 12, 0.5, 0.97)


@pytest.fixture(scope="module")
def kg(path_store):
    write_graph(path_store, "inferred", FACTS)
    return "inferred"


@pytest.fixture
def audit(path_store, kg):
    def audit(text, *rules, world="local", **row):
        settings = PathSettings(world)
        return Auditor(path_store, kg, settings=settings, rules=rules or None).audit(text, **row)

    return audit


def claim(verdict):
    (own,) = [one for step in verdict.steps for one in step.claims]
    return own


def told(inferred):
    return str(inferred), [str(one.fact) for one in inferred.facts], inferred.confidence


def test_a_composition_over_an_implied_relation_of_which_the_graph_has_no_fact(audit):
    """By hand: mother(bob, cid) => parent(bob, cid); with parent(ann, bob) => grandparent(ann, cid)."""
    text = "Cid Berg is a grandparent of Ann Berg."
    assert audit(text).verdict != "inferred"
    verdict = audit(text, *PARENTS)
    assert (verdict.verdict, verdict.error, claim(verdict).status) == ("inferred", None, "inferred")
    assert told(claim(verdict).inferred) == (
        "Ann Berg grandparent Cid Berg.",
        ["Bob Berg mother Cid Berg.", "Ann Berg parent Bob Berg."],
        1.0,
    )
    assert claim(verdict).inferred.rules == (
        "mother(x, y) => parent(x, y)",
        "parent(x, z) & parent(z, y) => grandparent(x, y)",
    )
    assert claim(verdict).facts == (), "it states no fact"
    assert verdict.grounded_facts == ()


def test_the_wrong_way_round_is_not_inferred(audit):
    assert claim(audit("Ann Berg is a grandparent of Cid Berg.", *PARENTS)).status == "unknown"


@pytest.mark.parametrize(("place", "facts"), [("Europe", 2), ("Earth", 3)])
def test_along_a_transitive_relation(audit, place, facts):
    text = f"Oslo is located in {place}."
    assert audit(text).error == "factual_error", "in the world that holds all tails of a head"
    verdict = audit(text, WITHIN)
    assert verdict.verdict == "inferred"
    assert len(claim(verdict).inferred.facts) == facts


def test_a_symmetric_relation_and_an_inverse(audit):
    """What reads as turned round holds where a rule says that the relation goes both ways."""
    turned = "Dora Lund is the employer of Acme."
    assert audit(turned, WITHIN).error == "factual_error"
    symmetric = Rule("employer", (Atom("employer", forward=False),))
    assert audit(turned, symmetric).verdict == "inferred"
    inverse = Rule("employee", (Atom("employer", forward=False),))
    verdict = audit("Dora Lund is an employee of Acme.", inverse)
    assert claim(verdict).status in ("inferred", "supported")


def test_a_mined_rule_tells_its_confidence(audit):
    verdict = audit("Cid Berg's nationality is Norway.", BORN)
    assert (verdict.verdict, claim(verdict).inferred.confidence) == ("inferred", 0.97)
    assert "(confidence 0.97)" in claim(verdict).reason


def test_a_stated_fact_wins(audit):
    """Dora's stated nationality is Sweden: what data make likely gives way, as PCA confidence assumes; in an
    open world it does not exclude another one. A declared rule always holds, unless one value is stated.
    """
    text = "Dora Lund's nationality is Norway."
    assert audit(text, BORN).error == "factual_error"
    assert audit(text, BORN, world="closed").error == "factual_error"
    assert audit(text, BORN, world="open").verdict == "inferred"
    assert audit(text, Rule("nationality", BORN.body)).verdict == "inferred"


def test_it_supports_and_never_accuses(audit):
    """Neither by denial of what is inferred, nor by another value in its place."""
    for text in ("Cid Berg's nationality is not Norway.", "Cid Berg's nationality is Sweden."):
        without, with_rules = audit(text), audit(text, BORN)
        assert (with_rules.verdict, with_rules.error) == (without.verdict, without.error)


def test_what_is_stated_is_not_told_as_inferred(audit):
    """Though rules lead to it as well."""
    again = Rule("located in", (Atom("located in"),))
    verdict = audit("Oslo is located in Norway.", WITHIN, again)
    assert (verdict.verdict, claim(verdict).status) == ("faithful", "supported")


def test_where_one_value_is_stated_no_other_is_inferred(path_store):
    """Sixty people born in one place each: that is single-valued, so that a declared rule gives way too."""
    born = [Triple(f"person {n:02}", "born in", f"town {n % 7}") for n in range(60)]
    write_graph(path_store, "single", [*born, Triple("person 01", "home", "Bonn")])
    rule = Rule("born in", (Atom("home"),))
    verdict = Auditor(path_store, "single", rules=[rule]).audit("person 01 was born in Bonn.")
    assert verdict.error == "factual_error"


CHAIN = "1. Cid Berg is a grandparent of Ann Berg.\n2. Cid Berg was born in Oslo.\nSo the answer is (Oslo)."
ROW = {"question": "Where was Ann Berg's grandparent born?", "topic": "Ann Berg", "gold_answers": ["Oslo"]}


def test_a_chain_that_holds_by_inference_is_counted_apart(audit):
    verdict = audit(CHAIN, *PARENTS, **ROW)
    assert (verdict.verdict, verdict.answer_right) == ("inferred", True)
    assert [step.status for step in verdict.steps] == ["inferred", "supported"]
    assert "1 inferred" in verdict.reason
    stated = audit("Cid Berg was born in Oslo.", *PARENTS)
    summary = AuditResults([verdict, stated]).summary
    assert (summary.counts["faithful"], summary.counts["inferred"]) == (1, 1)
    assert (summary.claims["supported"], summary.claims["inferred"]) == (2, 1)
    figures = summary.figures
    assert (figures.faithful, figures.inferred, figures.unfaithful, figures.other) == (1, 1, 0, 0)
    assert (verdict.reasoning_sound, stated.reasoning_sound) == (None, True), "counted with neither"
    wrong = audit(CHAIN.replace("(Oslo)", "(Rome)"), *PARENTS, **ROW)
    assert (wrong.error, wrong.reasoning_sound) == ("answer_error", None)
    assert "2 supported, 1 inferred" in str(summary)
    assert "inferred" not in str(AuditResults([stated]).summary)


def test_it_is_kept_and_shown(audit, tmp_path):
    verdict = audit(CHAIN, *PARENTS, **ROW)
    row = verdict.to_dict()
    assert row["steps"][0]["claims"][0]["inferred_by"]["rules"] == list(
        verdict.steps[0].claims[0].inferred.rules
    )
    assert Verdict.from_dict(row).to_dict() == row
    shown = StringIO()
    Console(width=120, file=shown).print(argument(verdict))
    assert "∴ inferred: “Cid Berg” and “Ann Berg”" in shown.getvalue()
    assert "by parent(x, z) & parent(z, y) => grandparent(x, y)" in shown.getvalue()
    write_html([verdict], tmp_path / "report.html", ReportHeader("Audit", "inferred"))
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "1</strong> more hold by inference" in page
    assert "The graph does not state this" in page
    assert "icon-inferred" in page


def test_what_the_schema_of_the_graph_declares_counts_beside_the_rules(path_store):
    write_graph(path_store, "declared", FACTS)
    with path_store.writing("declared") as graph:
        graph.set_traits(RelationTraits(transitive=frozenset({"located in"})))
    text = "Oslo is located in Europe."
    assert Auditor(path_store, "declared").audit(text).verdict == "unfaithful", (
        "only where rules are asked for"
    )
    assert Auditor(path_store, "declared", rules=()).audit(text).verdict == "inferred"


def test_verdicts_of_other_rules_are_other_verdicts(path_store, kg):
    versions = [Auditor(path_store, kg, rules=rules).version for rules in (None, (), PARENTS, (BORN,))]
    assert versions[0] == versions[1], "nothing is declared of this graph"
    assert len(set(versions)) == 3


def test_rules_that_cannot_be_used(path_store, kg):
    with pytest.raises(InputError, match=r"'lokated in', which no fact .* did you mean 'located in'"):
        Auditor(path_store, kg, rules=[Rule("near", (Atom("lokated in"),))]).audit("x")
    with pytest.raises(InputError, match="takes no rules"):
        Auditor(path_store, kg, method="paper", rules=[])
