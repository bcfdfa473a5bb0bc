"""Which kept verdicts a change undoes: all that two audits tell apart, and few others are looked at."""

import pytest
from berg_family import FACTS, RULES
from graphs import write_graph
from groundpath import Auditor, ChainOfThought, affected, audit_to_file, audit_with_index, open_store
from groundpath.engine.affected.changes import Changes
from groundpath.engine.errors import InputError
from groundpath.engine.terms import Triple

from .conftest import KG, TEXTS


def fact(line: str) -> Triple:
    return Triple(*line.split(" | "))


def added(*lines: str) -> Changes:
    return Changes(added=tuple((fact(line), "") for line in lines))


def withdrawn(*lines: str) -> Changes:
    return Changes(withdrawn=tuple(map(fact, lines)))


@pytest.mark.parametrize(
    ("changes", "changed"),
    [
        (withdrawn("Bob Berg | born in | Rome"), {"supported"}),
        (withdrawn("Bob Berg | parent | Cid Berg"), {"inferred"}),
        (withdrawn("Dora Lund | employer | Acme"), {"unread"}),
        (withdrawn("Acme | located in | Rome"), set()),
        (added("Ann Berg | born in | Rome"), {"otherwise"}),
        (added("Bob Berg | parent | Ann Berg"), {"turned"}),
        (added("Ann Berg | grandparent | Cid Berg"), {"inferred"}),
        (added("Cid Berg | friend | Dora Lund"), {"apart"}),
        (added("Cid Berg | year of birth | 1950"), {"value"}),
        (added("Initech | located in | Oslo"), {"unnamed"}),
        (added("Eva Holm | parent | Max Holm"), set()),
        (Changes(names=(("Bob Berg", "Robert Hill"),)), {"supported", "turned", "misspelt", "pronoun"}),
        (Changes(aliases=(("Acme", "Initech"),)), {"unnamed"}),
        (Changes(wordings=(("employer", "painted"),)), set()),
    ],
)
def test_what_changed_is_what_two_audits_tell_apart(bergs, changes, changed):
    touched, told = bergs.ids(bergs.affected(changes))
    assert told == bergs.differing(changes)
    assert changed <= told <= touched


def test_a_change_elsewhere_touches_nothing(bergs):
    found = bergs.affected(added("Eva Holm | parent | Max Holm", "Max Holm | born in | Bergen"))
    assert not found.touched
    assert found.precision is None
    assert found.verdicts == len(TEXTS)


def test_a_new_name_touches_only_texts_in_which_the_linker_finds_it(bergs):
    """Some texts hold both words of "born Oslo" and of "Ann Rome", but not one behind the other."""
    changes = added("born Oslo | located in | Initech Hall", "Ann Rome | located in | Initech Hall")
    touched, told = bergs.ids(bergs.affected(changes))
    assert touched == told == bergs.differing(changes) == set()


def test_it_is_told_what_a_verdict_rested_on_and_what_it_is_now(bergs):
    (one,) = bergs.affected(withdrawn("Dora Lund | employer | Acme")).changed
    assert one.id == "unread"
    assert any("Dora Lund" in reason and "Acme" in reason for reason in one.because)
    assert one.was["verdict"] == one.verdict["verdict"] == "unscored"
    assert "joins" in one.verdict["reason"]


def test_a_graph_that_was_written_anew_is_compared_as_it_is_now(keep):
    kept = keep(FACTS, TEXTS)
    kept.store.drop(KG)
    write_graph(kept.store, KG, [*FACTS[1:], fact("Ann Berg | parent | Eva Berg")])
    touched, told = kept.ids(kept.affected(kept.store))
    assert told == kept.differing(kept.store)
    assert {"supported", "pronoun"} <= told <= touched
    assert "value" not in touched


def test_of_a_relation_of_one_value_the_degrees_count(keep):
    """A value that is read off 50 heads is learned no more when two of them have a second."""
    facts = [Triple(f"Person{n}", "capital", f"Town{n}") for n in range(60)]
    kept = keep(
        facts, {"other": "1. The capital of Person1 is Town2.", "own": "1. The capital of Person1 is Town1."}
    )
    more = added(*(f"Person{n} | capital | Town{n + 1}" for n in (10, 20, 30)))
    touched, told = kept.ids(kept.affected(more))
    assert told == kept.differing(more)
    assert "other" in touched
    assert "own" not in told


def test_rows_that_were_appended_are_added_to_the_index(keep):
    kept = keep(FACTS, TEXTS)
    auditor = Auditor(kept.store, KG)
    chains = [*kept.chains, ChainOfThought("late", "", "1. Cid Berg's year of birth is 1901.")]
    audit_to_file(auditor, chains, kept.path)
    with pytest.raises(InputError, match="not what it was when its index was made"):
        affected(kept.path, kept.store)
    audit_with_index(auditor, chains, kept.path)
    found = affected(kept.path, kept.store)
    assert found.verdicts == len(TEXTS) + 1
    assert not found.touched
    later = kept.affected(withdrawn("Cid Berg | year of birth | 1901"))
    assert {"late", "value"} <= {one.id for one in later.changed}


def test_verdicts_of_another_graph_or_without_an_index_are_refused(keep, tmp_path):
    kept = keep(FACTS, TEXTS)
    auditor = Auditor(kept.store, KG)
    with pytest.raises(InputError, match="line 1: made from another row"):
        audit_with_index(auditor, [ChainOfThought("x", "", "No.")], _copied(kept.path, tmp_path))
    with pytest.raises(InputError, match="has no index beside it"):
        affected(_copied(kept.path, tmp_path), kept.store)
    with pytest.raises(InputError, match="without rules"):
        affected(kept.path, kept.store, rules=RULES)
    with pytest.raises(InputError, match="not of 0000"):
        affected(kept.path, kept.store, since="0000")
    with pytest.raises(InputError, match="method paper"):
        audit_with_index(Auditor(kept.store, KG, method="paper"), kept.chains, kept.path)


def test_an_index_that_is_none_is_told(keep, tmp_path):
    kept = keep(FACTS, TEXTS)
    path = _copied(kept.path, tmp_path)
    path.with_name(f"{path.name}.index").write_text("nothing of the kind" * 100)
    with pytest.raises(InputError, match="is no index of verdicts"):
        affected(path, kept.store)


def test_an_index_that_is_a_folder_or_stands_alone_is_told(keep, tmp_path):
    kept = keep(FACTS, TEXTS)
    path = _copied(kept.path, tmp_path)
    where = path.with_name(f"{path.name}.index")
    where.mkdir()
    with pytest.raises(InputError, match="is no index of verdicts"):
        affected(path, kept.store)
    with pytest.raises(InputError, match="cannot be written"):
        audit_with_index(Auditor(kept.store, KG), kept.chains, path)
    path.unlink()
    with pytest.raises(InputError, match="cannot be read"):
        affected(path, kept.store)


def test_an_index_that_was_cut_is_told(keep, tmp_path):
    kept = keep(FACTS, TEXTS)
    path = _copied(kept.path, tmp_path)
    whole = kept.path.with_name(f"{kept.path.name}.index").read_bytes()
    path.with_name(f"{path.name}.index").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match="is no index of verdicts"):
        affected(path, kept.store)


def test_what_a_model_told_is_kept_with_the_verdict(tmp_path):
    """A chat model's statements do not depend on the graph: a verdict is judged again without the model."""
    from groundpath.engine.extraction.chat import ChatReader
    from groundpath.engine.llm.asking import AskedModel
    from groundpath.engine.llm.scripted_chat import ScriptedChat

    with open_store(f"embedded:{tmp_path / 'store'}") as store:
        write_graph(store, KG, FACTS)
        reader = ChatReader(AskedModel(ScriptedChat(lambda _: "1 | Ann Berg was born in Oslo.")))
        chains = [ChainOfThought("told", "", "1. Ann Berg? Born in Oslo.")]
        auditor = Auditor(store, KG, reader=reader)
        path = tmp_path / "verdicts.jsonl"
        audit_with_index(auditor, chains, path)
        store.drop(KG)
        write_graph(store, KG, [one for one in FACTS if one.relation != "born in"])
        (one,) = affected(path, store).changed
    assert one.verdict["reader"] == reader.model_id


def _copied(path, folder):
    copy = folder / "copy.jsonl"
    copy.write_bytes(path.read_bytes())
    return copy
