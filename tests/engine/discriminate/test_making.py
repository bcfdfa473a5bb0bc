"""Every label of a made test holds, checked from the finished row by other means than made it."""

import unicodedata
from itertools import pairwise, product

import networkx as nx
import pytest
from graphs import networkx_graph
from groundpath import GroundpathError
from groundpath.engine.discriminate.cases import PathTest, read_tests, write_tests
from groundpath.engine.discriminate.settings import MakingSettings
from stored_graphs import read_triples

GRAPHS = ("2H-kb", "3H-kb", "PQL2-KB", "PQL3-KB")
PROTOCOLS = {
    "groundpath": ("valid", "factual_error", "misguided", "replaced_step"),
    "paper": ("valid", "factual_error", "incoherent", "misguided"),
}
LEAST = {"groundpath": 0.99, "paper": 0.9}  # share of the questions that give tests
# What the graphs of PathQuestion state both ways round.
INVERSE = {"children": "parents", "parents": "children", "spouse": "spouse"}


def read_as(entity):
    plain = unicodedata.normalize("NFKD", entity.replace("_", " ").casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def walks(path):
    """All ways to walk triples in their order, each from either end, as lists of names."""
    found = []
    for turned in product((False, True), repeat=len(path)):
        ends = [(t, h) if turn else (h, t) for (h, _, t), turn in zip(path, turned, strict=True)]
        ends = [(read_as(start), read_as(end)) for start, end in ends]
        if all(before[1] == after[0] for before, after in pairwise(ends)):
            found.append([ends[0][0], *(end for _, end in ends)])
    return found


def by_question(tests):
    found = {}
    for test in tests:
        found.setdefault(test.question_id, {})[test.kind] = test
    return found


@pytest.fixture(scope="module", params=PROTOCOLS)
def protocol(request):
    return request.param


@pytest.fixture(scope="module", params=GRAPHS)
def case(request, make, question_rows, protocol):
    kg = request.param
    rows = {row["id"]: row for row in question_rows[kg]}
    made = make(kg, question_rows[kg], protocol=protocol)
    return made, rows, set(read_triples(f"{kg}.tsv"))


def test_kinds_are_balanced_and_hold_the_same_questions(case, protocol):
    """Section 3.1: a valid path and three invalid ones for each question."""
    made, rows, _ = case
    questions = by_question(made.tests)
    assert all(tuple(tests) == PROTOCOLS[protocol] for tests in questions.values())
    assert made.kinds == PROTOCOLS[protocol]
    assert len(questions) == made.per_kind
    assert len(questions) + len(made.left_out) == len(rows)
    assert len(questions) >= LEAST[protocol] * len({(row["question"], row["topic"]) for row in rows.values()})
    for id, tests in questions.items():
        assert {test.question for test in tests.values()} == {rows[id]["question"]}
        assert len({test.answer for test in tests.values()}) == 1


def test_valid_paths_are_gold_paths_from_topic_to_answer(case):
    made, rows, facts = case
    for test in made.tests:
        if test.kind != "valid":
            continue
        row = rows[test.question_id]
        assert [list(triple) for triple in test.path] in row["gold_paths"]
        assert set(test.path) <= facts
        answers = set(map(read_as, row["gold_answers"]))
        assert any(w[0] == read_as(row["topic"]) and w[-1] in answers for w in walks(test.path))
        assert read_as(test.answer) in answers


def test_a_factual_error_is_one_entity_that_makes_a_step_false(case):
    made, rows, facts = case
    stated = {(read_as(h), r, read_as(t)) for h, r, t in facts}
    stated |= {(t, INVERSE[r], h) for h, r, t in stated if r in INVERSE}
    for tests in by_question(made.tests).values():
        path, valid = tests["factual_error"].path, tests["valid"].path
        changed = {
            (old, new)
            for was, now in zip(valid, path, strict=True)
            for old, new in ((was.head, now.head), (was.tail, now.tail))
            if old != new
        }
        assert len(changed) == 1
        ((_, new),) = changed
        false = [n for n, (h, r, t) in enumerate(path, 1) if (read_as(h), r, read_as(t)) not in stated]
        assert false
        assert set(tests["factual_error"].faults) <= set(false)
        assert [triple.relation for triple in path] == [triple.relation for triple in valid]
        assert any(w[0] == read_as(rows[tests["valid"].question_id]["topic"]) for w in walks(path))
        # of the same type: it stands at that end of that relation elsewhere
        assert any(
            (new == now.head and any(f.head == new and f.relation == now.relation for f in facts))
            or (new == now.tail and any(f.tail == new and f.relation == now.relation for f in facts))
            for now in path
        )


def test_a_replaced_step_is_true_and_the_path_cannot_be_walked(case):
    made, _, facts = case
    for tests in by_question(made.tests).values():
        if "replaced_step" in tests:
            path, valid = tests["replaced_step"].path, tests["valid"].path
            assert set(path) <= facts
            assert not walks(path)
            assert sum(one != other for one, other in zip(path, valid, strict=True)) == 1


def shown(test):
    return [tuple(map(read_as, step.split(" -> "))) for step in test.steps]


def test_an_incoherent_path_is_the_same_steps_in_an_order_that_does_not_connect(case, protocol):
    """Section 3.1: "we shuffle the triples of valid paths"; Figure 8: "the tail entity of the previous triple
    should be the head entity of the next triple", which it no longer is."""
    made, _, _ = case
    for tests in by_question(made.tests).values():
        if protocol == "paper":
            valid, shuffled = shown(tests["valid"]), shown(tests["incoherent"])
            assert sorted(shuffled) == sorted(valid)
            assert any(before[2] != after[0] for before, after in pairwise(shuffled))


def test_the_tail_of_a_step_is_the_head_of_the_next_as_the_paper_prints_it(case, protocol):
    """Figure 10: "Downs -> music.composer.compositions -> Alex Chilton" for a fact that leads from Alex
    Chilton to Downs. So are all paths that keep their order; valid ones lead from the topic to the answer."""
    made, rows, _ = case
    for test in made.tests:
        if protocol == "paper" and test.kind != "incoherent":
            steps = shown(test)
            assert all(before[2] == after[0] for before, after in pairwise(steps))
            if test.kind == "valid":
                assert steps[0][0] == read_as(rows[test.question_id]["topic"])
                assert steps[-1][2] == read_as(test.answer)


def test_read_from_either_end_only_three_steps_can_be_put_in_another_order(make, question_rows):
    kinds = ("incoherent", "replaced_step")
    rows = question_rows["3H-kb"]
    three = make("3H-kb", rows, kinds=kinds)
    assert three.kinds == ("valid", *kinds)
    assert three.per_kind > 0.95 * len({(row["question"], row["topic"]) for row in rows})
    assert not any(walks(test.path) for test in three.tests if test.kind == "incoherent")
    two = make("2H-kb", question_rows["2H-kb"][:20], kinds=kinds)
    assert set(two.reasons) == {"incoherent: its steps connect in every order"}


def test_a_misguided_path_is_true_and_walkable_and_meets_no_answer(case):
    made, rows, facts = case
    graph = networkx_graph(facts, directed=False)
    for test in made.tests:
        if test.kind != "misguided":
            continue
        row = rows[test.question_id]
        assert set(test.path) <= facts
        assert walks(test.path)
        met = {read_as(end) for triple in test.path for end in (triple.head, triple.tail)}
        assert met.isdisjoint(map(read_as, row["gold_answers"]))
        assert nx.is_connected(graph.subgraph({e for t in test.path for e in (t.head, t.tail)}))
        others = [other for other in rows.values() if other["question"] != row["question"]]
        assert any([list(triple) for triple in test.path] in other["gold_paths"] for other in others)


def test_steps_read_as_the_path_does(case):
    made, _, _ = case
    for test in made.tests:
        for (start, _, end), (head, _, tail) in zip(shown(test), test.path, strict=True):
            ends = (read_as(head), read_as(tail))
            assert (start, end) == ends if test.orientation == "stored" else {start, end} == set(ends)


def test_the_same_seed_makes_the_same_tests(make, question_rows):
    rows = question_rows["2H-kb"][:60]
    first, again = make("2H-kb", rows, seed=3), make("2H-kb", rows, seed=3)
    other = make("2H-kb", rows, seed=4)
    assert first == again
    assert first.tests != other.tests


def test_as_many_of_each_kind_as_asked_for_from_all_over_the_file(make, question_rows):
    rows = question_rows["2H-kb"][:60]
    made = make("2H-kb", rows, per_kind=5)
    assert made.to_dict()["kinds"] == dict.fromkeys(PROTOCOLS["groundpath"], 5)
    places = [[row["id"] for row in rows].index(test.question_id) for test in made.tests]
    assert places == sorted(places)
    assert max(places) > 10
    everything = make("2H-kb", rows)
    assert made.unused == everything.per_kind - 5


def test_rows_that_give_no_tests_say_why(make, question_rows):
    row, other = question_rows["3H-kb"][:2]
    rows = [
        row,
        other,
        {**row, "id": "again"},
        {**row, "question": "other"},
        {**row, "id": "no-topic", "question": "a", "topic": None},
        {**row, "id": "no-answers", "question": "b", "gold_answers": []},
        {**row, "id": "no-paths", "question": "c", "gold_paths": []},
        {**row, "id": "untrue", "question": "d", "gold_paths": [[["x", "spouse", "y"]]]},
        {**row, "id": "elsewhere", "question": "e", "topic": other["topic"]},
        {**row, "id": "one-step", "question": "f", "gold_paths": [row["gold_paths"][0][:1]],
         "gold_answers": [row["gold_paths"][0][0][2]]},
    ]  # fmt: skip
    made = make("3H-kb", rows)
    assert {left.question_id: left.reason for left in made.left_out} == {
        "again": "asks the same as a row before",
        row["id"]: "has the id of a row before",
        "no-topic": "has no topic",
        "no-answers": "has no gold_answers",
        "no-paths": "has no gold_paths",
        "untrue": "no gold path of which the graph states every fact",
        "elsewhere": "no gold path leads from its topic to one of its answers",
        "one-step": "its gold paths have one step",
    }
    assert made.per_kind == 2


def test_a_question_alone_has_no_other_path_to_be_misguided_by(make, question_rows):
    made = make("3H-kb", question_rows["3H-kb"][:1])
    assert not made.tests
    assert list(made.reasons) == ["misguided: no other question's path keeps clear of its answers"]


def test_names_do_where_ids_are_not_known(make, question_rows):
    rows = [
        {**row, "topic": row["topic"].replace("_", " ").title(),
         "gold_answers": [answer.replace("_", " ") for answer in row["gold_answers"]]}
        for row in question_rows["2H-kb"][:20]
    ]  # fmt: skip
    by_id, by_name = make("2H-kb", question_rows["2H-kb"][:20]), make("2H-kb", rows)
    assert by_id.tests == by_name.tests


def test_tests_are_read_as_they_were_written(make, question_rows, tmp_path):
    made = make("2H-kb", question_rows["2H-kb"][:5])
    write_tests(made.tests, tmp_path / "tests.jsonl")
    assert tuple(read_tests(tmp_path / "tests.jsonl")) == made.tests
    frame = made.to_frame()
    assert list(frame["kind"]) == [test.kind for test in made.tests]


@pytest.mark.parametrize("row", [{}, {"id": "1", "kind": "other"}, []])
def test_what_is_no_test_is_told_by_line(row):
    with pytest.raises(GroundpathError, match=r"line 2: is not a test.*discriminate make"):
        list(read_tests([TEST.to_dict(), row]))


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"per_kind": 0}, "per_kind is 0"),
        ({"min_hops": 1}, "min_hops is 1"),
        ({"protocol": "other"}, "protocol 'other' is none of"),
        ({"kinds": ("valid", "misguided")}, "kinds names valid; invalid paths are of"),
    ],
)
def test_settings_out_of_range_are_refused(wrong, told):
    with pytest.raises(GroundpathError, match=told):
        MakingSettings(**wrong)


TEST = PathTest("1:valid", "1", "valid", "q", "a", (), ())
