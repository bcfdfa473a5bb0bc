"""An audit that keeps an index judges each chain once, and goes on with what is there."""

import pytest
from berg_family import FACTS
from graphs import write_graph
from groundpath import Auditor, ChainOfThought, affected, audit_to_file, audit_with_index, open_store
from groundpath.engine.affected.made import index_path
from groundpath.engine.audit.path.judge import PathJudge
from groundpath.engine.errors import ChatError, InputError
from groundpath.engine.extraction.chat import ChatReader
from groundpath.engine.llm.asking import AskedModel
from groundpath.engine.llm.scripted_chat import ScriptedChat

from .conftest import KG, TEXTS

CHAINS = [ChainOfThought(id, "", text) for id, text in TEXTS.items()]
WITHOUT_OSLO = [one for one in FACTS if one.tail != "Oslo"]


@pytest.fixture
def store(tmp_path):
    with open_store(f"embedded:{tmp_path / 'store'}") as store:
        write_graph(store, KG, FACTS)
        yield store


@pytest.fixture
def judged(monkeypatch):
    """The ids of the chains that are judged, as they are."""
    seen, judged = [], PathJudge.judged
    monkeypatch.setattr(
        PathJudge, "judged", lambda judge, parsed: (seen.append(parsed.chain.id), judged(judge, parsed))[1]
    )
    return seen


def undone(path, store):
    """What the loss of a fact undoes."""
    store.drop(KG)
    write_graph(store, KG, WITHOUT_OSLO)
    found = affected(path, store)
    store.drop(KG)
    write_graph(store, KG, FACTS)
    return [(one.line, one.because, one.verdict) for one in found.touched]


def test_each_chain_is_judged_once_and_the_rows_are_those_of_an_audit(store, tmp_path, judged):
    audit_to_file(Auditor(store, KG), CHAINS, tmp_path / "plain.jsonl")
    del judged[:]
    audit_with_index(Auditor(store, KG), iter(CHAINS), tmp_path / "verdicts.jsonl")
    assert judged == list(TEXTS)
    assert (tmp_path / "verdicts.jsonl").read_bytes() == (tmp_path / "plain.jsonl").read_bytes()


def test_the_graph_is_read_once(store, tmp_path, monkeypatch):
    read, columns = [], type(store).columns
    monkeypatch.setattr(type(store), "columns", lambda store, kg: (read.append(kg), columns(store, kg))[1])
    audit_with_index(Auditor(store, KG), CHAINS, tmp_path / "verdicts.jsonl")
    assert read == [KG]


def test_an_audit_that_was_cut_off_goes_on_and_has_the_index_of_a_whole_one(store, tmp_path):
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    audit_with_index(Auditor(store, KG), CHAINS, whole)
    rows = whole.read_bytes().splitlines(keepends=True)
    cut.write_bytes(b"".join(rows[:5]) + rows[5][:40])
    audit_with_index(Auditor(store, KG), CHAINS, cut)
    assert cut.read_bytes() == whole.read_bytes()
    assert undone(cut, store) == undone(whole, store) != []


def test_rows_that_the_index_has_are_not_judged_again(store, tmp_path, judged):
    path = tmp_path / "verdicts.jsonl"
    audit_with_index(Auditor(store, KG), CHAINS[:-1], path)
    del judged[:]
    audit_with_index(Auditor(store, KG), CHAINS, path)
    assert judged == [CHAINS[-1].id]


def test_one_chain_twice_is_two_verdicts(store, tmp_path):
    path = tmp_path / "verdicts.jsonl"
    chain = ChainOfThought("same", "", "1. Ann Berg was born in Oslo.", topic=["Ann Berg"])
    audit_with_index(Auditor(store, KG), [chain, chain], path)
    assert [line for line, _, _ in undone(path, store)] == [1, 2]


def test_what_is_no_chain_of_steps_and_no_chains_at_all_have_an_index(store, tmp_path):
    path = tmp_path / "verdicts.jsonl"
    audit_with_index(Auditor(store, KG), [], path)
    assert affected(path, store).verdicts == 0
    audit_with_index(
        Auditor(store, KG),
        [ChainOfThought("none", "", ""), ChainOfThought("half", "", "1. Ann \ud83c. The answer is \ud83c.")],
        path,
    )
    assert affected(path, store).verdicts == 2


def test_the_index_of_another_audit_stays(store, tmp_path):
    path = tmp_path / "verdicts.jsonl"
    audit_with_index(Auditor(store, KG), CHAINS, path)
    before = index_path(path).read_bytes()
    with pytest.raises(InputError, match="made from another row"):
        audit_with_index(Auditor(store, KG), [*CHAINS[:3], ChainOfThought("x", "", "No.")], path)
    assert index_path(path).read_bytes() == before
    assert sorted(one.name for one in tmp_path.glob("*verdicts*")) == [
        "verdicts.jsonl",
        "verdicts.jsonl.index",
    ]


def test_a_row_that_was_changed_by_hand_is_told(store, tmp_path):
    path = tmp_path / "verdicts.jsonl"
    audit_to_file(Auditor(store, KG), CHAINS[:1], path)
    path.write_text(path.read_text("utf-8").replace('"faithful"', '"hallucinated"'), "utf-8")
    with pytest.raises(InputError, match="line 1: not what groundpath says of that row"):
        audit_with_index(Auditor(store, KG), CHAINS[:1], path)


def test_a_model_that_fails_once_is_asked_once_and_again_by_the_next_audit(store, tmp_path):
    replies = iter([ChatError("too many requests"), "1 | Ann Berg was born in Oslo."])

    def reply(_):
        one = next(replies)
        if isinstance(one, ChatError):
            raise one
        return one

    path = tmp_path / "verdicts.jsonl"
    chains = [ChainOfThought("told", "", "1. Ann Berg? Born in Oslo.", topic=("Ann Berg",))]
    first, second = (
        audit_with_index(Auditor(store, KG, reader=ChatReader(AskedModel(ScriptedChat(reply)))), chains, path)
        for _ in range(2)
    )
    assert (first.failed, second.failed) == (1, 0)
    assert [line for line, _, _ in undone(path, store)] == [1]


def test_an_empty_file_in_place_of_an_index_is_told_and_stays_empty(store, tmp_path):
    path = tmp_path / "verdicts.jsonl"
    audit_with_index(Auditor(store, KG), CHAINS[:1], path)
    index_path(path).write_bytes(b"")
    with pytest.raises(InputError, match="no index of verdicts that can be used"):
        affected(path, store)
    assert index_path(path).read_bytes() == b""
    audit_with_index(Auditor(store, KG), CHAINS[:1], path)
    assert affected(path, store).touched == ()
