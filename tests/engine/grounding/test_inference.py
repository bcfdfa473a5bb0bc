"""What is inferred between two nodes is what applying the rules to the whole graph gives, and no more."""

from itertools import product

from graphs import columns_of, triples
from groundpath.engine.grounding.graph import GroundingGraph
from groundpath.engine.grounding.inference import LONGEST_WAY, Inference
from groundpath.engine.rules.rule import Atom, Rule
from groundpath.engine.store.view import GraphView
from groundpath.engine.terms import Triple
from hypothesis import given, settings
from hypothesis import strategies as st


def inference(facts, rules):
    view = GraphView.of(columns_of(tuple(facts)))
    heads = {rule.head for rule in rules}.difference(view.relations)
    graph = GroundingGraph(view, further=sorted(heads))
    return graph, Inference(graph, rules)


def inferred(facts, rules):
    """All that is inferred, as triples, with what each follows from."""
    graph, found = inference(facts, rules)
    ids = graph.view.entities["id"].to_pylist()
    triples = {}
    for first, second in product(range(len(ids)), repeat=2):
        for one in found.between(first, second) if first != second else ():
            ends = (ids[first], ids[second])[:: one.forward]
            triples[Triple(ends[0], graph.relation_ids[one.relation], ends[1])] = one
    return graph, triples


# p is what q means, r follows over two, one of them walked against its direction; s has no facts.
RULES = (
    Rule("p", (Atom("q"),)),
    Rule("q", (Atom("q", forward=False),), 3, 0.5, 0.9),
    Rule("r", (Atom("p"), Atom("q", forward=False)), 3, 0.5, 0.8),
    Rule("s", (Atom("r", forward=False),)),
)


def applied(facts):
    """The same by the definition: unary rules, one rule over two facts, unary rules again."""

    def unary(facts):
        found = set(facts)
        for _ in range(3):
            found |= {
                Triple(*((t, rule.head, h) if not rule.body[0].forward else (h, rule.head, t)))
                for rule in RULES
                if len(rule.body) == 1
                for h, r, t in found
                if r == rule.body[0].relation
            }
        return found

    def over_two(facts):
        return {
            Triple(one.head, "r", other.head)
            for one in facts
            for other in facts
            if one.relation == "p" and other.relation == "q" and one.tail == other.tail
            # the node between them is neither of the two
            if one.tail not in (one.head, other.head)
        }

    every = unary({*unary(facts), *over_two(unary(facts))})
    return {fact for fact in every if fact.head != fact.tail} - set(facts)


some_facts = st.lists(
    st.builds(Triple, st.sampled_from("abcd"), st.sampled_from("pqr"), st.sampled_from("abcd")),
    max_size=10,
    unique=True,
).map(lambda facts: [*facts, *triples("x p y", "x q y", "x r y")])


@settings(max_examples=60, deadline=None)
@given(some_facts)
def test_it_is_what_applying_the_rules_gives(facts):
    _, found = inferred(facts, RULES)
    assert set(found) == applied(facts)


def test_the_surest_way_is_told_with_its_facts_in_walking_order():
    """s(c, a) over r(a, c) over p(a, b), q(c, b): 0.8; over q(b, c), which is q(c, b) by data: 0.8 * 0.9."""
    facts = triples("a p b", "c q b", "b q c", "x r y")
    graph, found = inferred(facts, RULES)
    one = found[Triple("c", "s", "a")]
    assert one.confidence == 0.8
    stated = [fact.triple for fact in graph.view.facts_at([join.fact for join in one.joins])]
    assert stated in ([facts[0], facts[1]], [facts[1], facts[0]])
    assert [str(rule) for rule in one.rules] == [
        "p(x, z) & q(y, z) => r(x, y)",
        "r(y, x) => s(x, y)",
    ]


def test_a_transitive_relation_goes_on_as_far_as_is_walked():
    chain = [Triple(f"n{n}", "within", f"n{n + 1}") for n in range(LONGEST_WAY + 2)]
    rule = Rule("within", (Atom("within"), Atom("within")))
    _, found = inferred(chain, [rule])
    lengths = {int(fact.tail[1:]) - int(fact.head[1:]) for fact in found}
    assert lengths == set(range(2, LONGEST_WAY + 1))
    assert all(fact.relation == "within" and len(one.joins) <= LONGEST_WAY for fact, one in found.items())


def test_a_mined_rule_of_that_form_goes_on_once():
    chain = [Triple(f"n{n}", "within", f"n{n + 1}") for n in range(5)]
    _, found = inferred(chain, [Rule("within", (Atom("within"), Atom("within")), 3, 0.5, 0.9)])
    assert {int(fact.tail[1:]) - int(fact.head[1:]) for fact in found} == {2}


def test_what_was_mined_without_exception_is_as_sure_as_what_is_declared_and_told_apart():
    declared, mined = Rule("p", (Atom("q"),)), Rule("s", (Atom("q"),), 3, 0.5, 1.0)
    _, found = inferred(triples("a q b"), [declared, mined])
    sure = {fact.relation: (one.confidence, one.is_declared) for fact, one in found.items()}
    assert sure == {"p": (1, True), "s": (1, False)}
