"""Answers held against documents: statuses, evidence, citations, and what is not judged."""

from collections import Counter

import pytest
from groundpath.engine.check.cases import AnswerCase, read_cases
from groundpath.engine.check.checker import NO_DOCUMENTS, NOTHING_SAID, Checker, CheckSettings
from groundpath.engine.check.faithfulness import faithfulness_of
from groundpath.engine.check.verdicts import CheckedAnswer
from groundpath.engine.errors import BadRowError, InputError
from groundpath.engine.terms import Document, Place
from groundpath.engine.trace.sources import SourceDocument
from groundpath.engine.trace.units import pieces
from letters import LetterEncoder
from stated_judge import FailingJudge, StatedJudge

ACME = "Acme was founded in Ely in 1920. Ann Lee led it for ten years. It sells soap."
BOLT = "Bolt makes bicycles. Its founder was Max Roe."


def source(id, text, title="", **known):
    return SourceDocument(Document(id, title, text, **known))


def checker(stated, **settings):
    return Checker(
        [source("acme", ACME, "Acme"), source("bolt", BOLT, "Bolt")],
        encoder=LetterEncoder(),
        judge=StatedJudge(stated),
        **settings,
    )


def test_each_claim_has_its_status_and_its_evidence():
    checked = checker(
        {
            ("Acme was founded in 1920.", "founded in Ely in 1920"): "supported",
            ("Max Roe left Bolt.", "founder was Max Roe"): "contradicted",
        }
    ).check("Acme was founded in 1920. Max Roe left Bolt. Bolt is rich.")
    assert [claim.status for claim in checked.claims] == ["supported", "contradicted", "not_found"]
    first, second, third = checked.claims
    (evidence,) = first.evidence
    assert (evidence.document, evidence.sentence) == ("acme", 0)
    assert ACME[evidence.start : evidence.end] == evidence.text
    assert "“Acme”" in first.reason
    assert second.evidence[0].document == "bolt"
    assert len(third.evidence) == 1  # the nearest, which does not decide
    assert checked.grounded is False


def test_a_sentence_is_as_bad_as_its_worst_claim():
    stated = {("Acme sells soap", "sells soap"): "supported"}
    checked = checker(stated).check("Acme sells soap, and Bolt sells soap.")
    (sentence,) = checked.sentences
    assert [claim.status for claim in sentence.claims] == ["supported", "not_found"]
    assert sentence.status == "not_found"


def test_a_judge_is_asked_nothing_twice():
    """Of one sentence, what all that is shown says is what the nearest sentence says; it is cited besides."""
    stated = {("Soap cleans.", "Soap cleans"): "supported"}
    judge = StatedJudge(stated)
    held = Checker([source("d", "Soap cleans well.")], encoder=LetterEncoder(), judge=judge)
    checked = held.check("Soap cleans [1]. Soap cleans.")
    assert [claim.status for claim in checked.claims] == ["supported", "supported"]
    assert [citation.status for citation in checked.citations] == ["supports"]
    assert len(judge.seen) == 1


def test_several_sentences_support_together():
    class NeedsBoth(StatedJudge):
        def _status(self, question):
            both = "Ann Lee led it" in question.text and "founded in Ely" in question.text
            return "supported" if both else "not_found"

    judge = NeedsBoth({})
    held = Checker([source("acme", ACME)], encoder=LetterEncoder(), judge=judge)
    (claim,) = held.check("Ann Lee led what was founded in Ely.").claims
    assert claim.status == "supported"
    assert {one.sentence for one in claim.evidence} >= {0, 1}


def test_a_sentence_that_opens_with_a_pronoun_is_shown_behind_the_one_before_it():
    judge = StatedJudge({})
    held = Checker(
        [source("bolt", BOLT, "Bolt")], encoder=LetterEncoder(), judge=judge, settings=CheckSettings(1)
    )
    held.check("Its founder was Max Roe of Bolt.")
    assert judge.seen[0].text == f"Bolt: {BOLT}"


def test_the_score_and_its_interval():
    """By hand: of two claims with chances 0.5 each, 0, 1 and 2 are supported in 1/4, 1/2 and 1/4."""
    score = faithfulness_of([0.5, 0.5])
    assert (score.share, score.low, score.high) == (0.5, 0.0, 1.0)
    sure = faithfulness_of([0.999] * 10)
    assert (sure.low, sure.high) == (1.0, 1.0)
    assert faithfulness_of([]) is None


def test_citations_are_held_against_what_they_cite():
    held = checker({("Acme sells soap.", "sells soap"): "supported"})
    cited = held.check("Acme sells soap [1]. Acme sells soap [2]. Acme sells soap [7].").citations
    assert [(one.documents, one.status) for one in cited] == [
        (("acme",), "supports"),
        (("bolt",), "does_not_support"),
        ((), "not_there"),
    ]


@pytest.mark.parametrize(
    ("citation", "missing"),
    [("[1-999]", "3-999"), ("[1, 2]", ""), ("[0, 2, 5, 4, 9]", "0, 4-5, 9"), ("[7-8]", "7-8"), ("[2-1]", "")],
)
def test_a_citation_tells_which_of_its_numbers_no_document_has(citation, missing):
    (cited,) = checker({}).check(f"Acme sells soap {citation}.").citations
    assert cited.missing == missing
    assert type(cited).from_dict(cited.to_dict()).missing == missing
    assert type(cited).from_dict({k: v for k, v in cited.to_dict().items() if k != "missing"}).missing == ""


@pytest.mark.parametrize("answer", ["<think>Acme sells soap.</think>", "[THINK]Acme sells soap.", " \n"])
def test_an_answer_that_says_nothing_is_not_judged(answer):
    held = checker({})
    assert held.check(answer).failure == NOTHING_SAID
    cases = list(read_cases([{"answer": answer}, {"answer": "Acme sells soap."}]))
    assert [one.failure for one in held.check_all(cases)] == [NOTHING_SAID, ""]


def test_a_citation_by_name_means_the_documents_that_bear_it():
    papers = [source("p1", "By Jane Smith. Soap cleans.", "On soap"), source("p2", "Ink stains.", "On ink")]
    judge = StatedJudge({("Soap cleans.", "Soap cleans"): "supported"})
    checked = Checker(papers, encoder=LetterEncoder(), judge=judge).check("Soap cleans (Smith 2020, p. 4).")
    assert [(one.documents, one.status) for one in checked.citations] == [(("p1",), "supports")]


@pytest.mark.parametrize(
    ("citation", "means"),
    [
        ("(Lee and Smith, 2020)", {"p1"}),
        ("(Smith et al. 2020)", {"p1"}),
        ("(Ink 2020)", {"p2"}),
        ("(Mit 2020)", set()),
        ("(Smith and Roe, 2020)", set()),
        ("(p. 4)", {"p1", "p2"}),
    ],
)
def test_a_citation_by_name_means_documents_with_all_of_its_words_whole(citation, means):
    papers = [source("p1", "By Jane Smith, Ann Lee. Soap.", "On soap"), source("p2", "It stains.", "On ink")]
    held = Checker(papers, encoder=LetterEncoder(), judge=StatedJudge({}))
    (cited,) = held.check(f"Soap cleans {citation}.").citations
    assert set(cited.documents) == means


def test_what_claims_nothing_is_not_judged():
    held = checker({})
    checked = held.check("Sure! Is that so? I hope this helps.")
    assert checked.claims == ()
    assert (checked.score, checked.grounded) == (None, None)
    assert held.judge.seen == []


def test_the_place_in_a_file_is_told():
    text = "Page one says little. Soap cleans."
    manual = source("m", text, "Manual", places=(Place(0, "page 1"), Place(22, "page 2")), file="manual.pdf")
    judge = StatedJudge({("Soap cleans.", "Soap cleans"): "supported"})
    (claim,) = Checker([manual], encoder=LetterEncoder(), judge=judge).check("Soap cleans.").claims
    assert (claim.evidence[0].place, claim.evidence[0].file) == ("page 2", "manual.pdf")
    assert "“Manual” (page 2)" in claim.reason


def test_contexts_of_an_answer_stand_beside_the_documents_of_the_checker():
    held = checker({("Cy sings.", "Cy sings"): "supported"})
    checked = held.check("Cy sings.", contexts=["Cy sings in Rome.", {"text": "Di dances.", "id": "d"}])
    assert checked.documents == 4
    assert checked.claims[0].evidence[0].document == "1"


def test_documents_of_the_checker_are_read_once_however_many_answers_have_contexts(monkeypatch):
    read = Counter()

    def counted(document):
        read[document.id] += 1
        return pieces(document)

    monkeypatch.setattr("groundpath.engine.check.library.pieces", counted)
    held = checker({})
    for context in ("Cy sings.", "Di dances."):
        held.check("Bolt is rich.", contexts=[context])
    assert read == {"acme": 1, "bolt": 1, "1": 2}


def test_contexts_before_documents_are_found_as_if_they_were_all_of_one_kind():
    stated = {("Acme sells soap.", "sells soap"): "supported"}
    contexts = ["Cy sings. He sells songs.", "Di dances."]
    answer = (
        "Acme sells soap [3]. Cy sells songs [1]. Its founder was Max Roe (Bolt, p. 1). Ann Lee led it [9]."
    )
    apart = checker(stated).check(answer, contexts=contexts)
    every = [source("1", contexts[0]), source("2", contexts[1]), source("acme", ACME, "Acme")]
    judge = StatedJudge(stated)
    together = Checker([*every, source("bolt", BOLT, "Bolt")], encoder=LetterEncoder(), judge=judge)
    assert apart == together.check(answer)


def test_an_answer_without_documents_fails_by_itself():
    held = Checker(encoder=LetterEncoder(), judge=StatedJudge({}))
    first, second = held.check_all(
        [
            AnswerCase("a", "Soap cleans."),
            AnswerCase("b", "Soap cleans.", contexts=(source("1", "Soap cleans."),)),
        ]
    )
    assert first.failure == NO_DOCUMENTS
    assert second.failure == ""


def test_a_claim_that_the_judge_failed_on_fails_its_answer_alone():
    judge = FailingJudge({("Soap cleans.", "Soap"): "supported"}, unanswered="Ink stains.")
    held = Checker([source("1", "Soap cleans. Ink stains.")], encoder=LetterEncoder(), judge=judge)
    good, bad = held.check_all([AnswerCase("a", "Soap cleans."), AnswerCase("b", "Ink stains.")])
    assert good.claims[0].status == "supported"
    assert bad.failure == "the server is busy"
    assert bad.score is None


def test_answers_give_the_same_whatever_they_are_judged_with():
    stated = {("Acme sells soap.", "sells soap"): "supported"}
    cases = [AnswerCase(str(n), f"Acme sells soap. Bolt makes {n} bicycles [2].") for n in range(7)]
    together = list(checker(stated).check_all(cases, batch_size=7))
    alone = list(checker(stated).check_all(cases, batch_size=1))
    assert together == alone


def test_a_checked_answer_is_the_same_when_it_is_read_again():
    checked = checker({("Acme sells soap.", "sells soap"): "supported"}).check(
        "Sure! Acme sells soap [1]. Bolt is rich [9].", question="What?", id="x"
    )
    again = CheckedAnswer.from_dict(checked.to_dict())
    assert again.to_dict() == checked.to_dict()


def test_bad_settings_are_refused():
    with pytest.raises(InputError, match="shown is 0"):
        CheckSettings(0)
    with pytest.raises(InputError, match="batch_size is 0"):
        next(checker({}).check_all([], batch_size=0))


@pytest.mark.parametrize(
    "row",
    [
        {"answer": "A.", "contexts": ["Text one.", "Text two."], "question": "Q?"},
        {"response": "A.", "retrieved_contexts": ["Text one.", "Text two."], "user_input": "Q?"},
        {"actual_output": "A.", "retrieval_context": ["Text one.", "Text two."], "input": "Q?"},
        {
            "result": "A.",
            "query": "Q?",
            "source_documents": [
                {"page_content": "Text one.", "metadata": {}},
                {"page_content": "Text two."},
            ],
        },
    ],
)
def test_rows_of_other_tools(row):
    """ragas 0.1 and 0.2, deepeval, langchain's RetrievalQA."""
    (case,) = read_cases([row])
    assert (case.answer, case.question) == ("A.", "Q?")
    assert [one.text for one in case.contexts] == ["Text one.", "Text two."]


def test_a_row_without_an_answer_is_named():
    with pytest.raises(BadRowError, match="has no text to check in answer, response"):
        next(read_cases([{"contexts": ["x"]}]))


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ({"answer": "", "contexts": ["x"]}, "its answer is empty"),
        ({"answer": None, "contexts": ["x"]}, "its answer is empty"),
        ({"answer": 3, "contexts": ["x"]}, "its answer is a number, not a text"),
        ({"answer": "A\0.", "contexts": ["x"]}, "answer"),
        ({"answer": "A.", "contexts": [3]}, "context 1 is a number"),
    ],
)
def test_one_bad_row_is_one_bad_row(row, fault):
    good = {"id": "good", "answer": "Bolt is blue.", "contexts": ["Bolt is blue."]}
    bad, checked = checker({}).check_all(read_cases([{"id": "bad", **row}, good]))
    assert (bad.id, checked.id, checked.failure) == ("bad", "good", "")
    assert bad.failure.startswith("the row cannot be checked: ")
    assert fault in bad.failure


def test_a_context_that_is_null_is_left_out():
    (case,) = read_cases([{"answer": "A.", "contexts": [None, "Text."]}])
    assert [(one.id, one.text) for one in case.contexts] == [("2", "Text.")]


def test_a_document_without_words_keeps_its_place():
    """It is counted and cited by number as others are, also behind documents that came with an answer."""
    held = Checker([source("blank", "")], encoder=LetterEncoder(), judge=StatedJudge({}))
    assert held.check("Acme sells soap.", contexts=[ACME]).documents == 2
    assert held.check("Acme sells soap.").documents == 1
