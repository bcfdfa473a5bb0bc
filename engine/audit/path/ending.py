"""The answer of a chain that gives it without the word: a last sentence such as "So it must be Max."

What the paper calls unstructured (Direct Evaluation of CoT, Appendix C.5) is often well understood: a last
sentence that names one thing, and says nothing of it but that this is what was looked for, is the answer.
"""

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from ....ext.words import NameHit
from ...grounding.readable import ReadableGraph
from ...reading.cut_short import PARTICLES
from ...reading.found import Mention
from ...reading.lexicon import ARTICLES, Cue, lemma, singular
from ...reading.plans import is_conclusion
from ...reading.references import find_references
from ...reading.slots import EMPTY
from ...reading.tokens import POSSESSIVE, Tokens, name_key, sentences_of
from ...text.sentences import split_sentences
from .sentences import owed_in

# What stands for the answer itself, not for something that the sentence says more of.
_POINTING = frozenset({"it", "this", "that", "which", "they", "these", "those", "them"})
# Words about asking and answering: who uses no others says of a thing only that it is what was looked for.
_ANSWERING = frozenset(
    """
    answer answers answered answering question questions questioned ask asks asked asking query queries
    look looks looked looking seek seeks seeking sought search searched searching want wants wanted wanting
    require required requested request needed need needs target goal result results resulting outcome
    conclusion conclusions conclude concludes concluded concluding response respond reply solution solve
    solves solved resolve resolves resolved resolution verdict correct right final finally ultimate
    ultimately desired entity item candidate value give gives given giving go goes going get gets reach
    reaches reached arrive arrives arrived arriving lead leads leading led bring brings brought point points
    pointing mean means meaning yield yields yielding leave leaves left make makes making become becomes
    turn turns out end ends ended ending come comes follow follows following identify identifies identified
    determine determines determined derive derived obtain obtained infer inferred deduce deduced settle
    settles settled say state stated reason reasoning reasons path paths chain chains step steps hop hops
    fact facts evidence information analysis above together taken putting put based according accordingly
    account consequence result consequently sum summary short brief conclusively overall everything
    ought supposed choose chosen pick picked select selected go submit propose
    write writes writing written almost nearly bingo voila hooray eureka great nice perfect
    original main initial whole thereby therefrom reckon guess suppose gather take finish close
    """.split()
)


_REMARK = re.compile(
    r"\W*(?:let me know|feel free|i hope|hope this|please (?:let|note)|note\b|if you (?:have|need|want))\b",
    re.IGNORECASE,
)
# An answer that nothing in the graph bears: "Which gives us librarian.", "So, librarian."
_GIVEN = re.compile(
    r"\W*(?:(?:so|thus|hence|therefore|ergo|altogether|overall|in short|by this reasoning)(?P<mark>[,:])? )*"
    r"(?:(?:which|that|this|it|all this|all of this)(?: therefore| then)?"
    r" (?:(?:gives?|leaves?|yields?) (?:us )?(?:with )?|(?:must|has to|should|can only) be )"
    r"|the question is (?:therefore |thus )?answered by |(?(mark)(?=[^\W\d])|(?!)))"
    r"(?:(?:an?|the) )?(?P<answer>[^\W\d_][\w'’-]*(?: [\w'’-]+){0,3})\W*",
    re.IGNORECASE,
)
_NO_ANSWERS = frozenset(
    """
    sense right correct true false sure clear done fine good enough certain confidence confident well ok okay
    yes no qed hope reason reasons insight clue clues context background basis confirmation pause doubt idea
    proof all everything nothing something wrong complete finished consistent valid settled it that this
    """.split()
)
_LISTING = ARTICLES | {"", "and", "or", "also"}
_LIST_MARKS = frozenset(".,;&!'’-")
_LONGEST_ANSWER = 12  # words and marks of a name
_WHO = re.compile(r"\bwho(?:m|se)?\b", re.IGNORECASE)
_ASKED_DEED = re.compile(r"\bwho\s+([^\W\d_]+s)\b", re.IGNORECASE)
_ASKED_KIND = re.compile(r"\b(?:which|what)\s+((?:[^\W\d_]+\s+){0,2}[^\W\d_]+)", re.IGNORECASE)
_LONGEST_KIND = 4  # words of "the two largest operas"
_BEFORE_CLAUSE = frozenset("so thus hence therefore then consequently that and finally".split())
_BEFORE_ANSWER = ARTICLES | {"therefore", "thus", "then", "hence", "indeed", "clearly"}


class Ending(NamedTuple):
    """The steps without the sentence that gives the answer, and the answer, None when there is none."""

    steps: tuple[str, ...]
    answer: str | None


def split_ending(steps: Sequence[str], graph: ReadableGraph, question: str = "") -> Ending:
    """Tell the answer of a chain from its reasoning, by what its last sentence names."""
    sentences = [(step, sentence) for step, text in enumerate(steps) for sentence in sentences_of(text)]
    # What names nothing behind the answer is a remark: "Let me know if you need more!"
    kinds, of_whom = _asked_kinds(question, graph), bool(_WHO.search(question))
    answer = None
    while sentences and (answer := _as_asked(sentences[-1][1], kinds, of_whom, graph)) is None:
        step, last = sentences[-1]
        if question and len(sentences) > 1 and (given := _given(last, graph)):
            before = [sentence for own, sentence in sentences[:-1] if own == step]
            return Ending((*steps[:step], *_up_to(steps[step], before)), given)
        if not _REMARK.match(last) and names_something(last, graph):
            break
        sentences.pop()
    if not sentences:
        return Ending(tuple(steps), None)
    step, last = sentences.pop()
    before = [sentence for own, sentence in sentences if own == step]
    if answer and not _were_named(answer, [sentence for _, sentence in sentences]):
        return Ending(tuple(steps), answer)  # what is new in it is a claim all the same
    answer = answer or only_answer(last, graph)
    # "Wife of H? That's T." is a step, and so is "… so ask his wife. That is T."
    asked = (bool(before) and before[-1].endswith("?")) or bool(sentences and owed_in(sentences[-1][1]))
    if answer is None and (before or step):
        answer = _summed_up(last, graph, alone=len(sentences) > 1)
    if answer is None and (before or step) and (named := _concluded(last, question, graph)):
        return Ending(tuple(steps), named)
    if answer is None or asked or not (before or step):
        return Ending(tuple(steps), None)
    return Ending((*steps[:step], *_up_to(steps[step], before)), answer)


def _up_to(text: str, sentences: Sequence[str]) -> tuple[str, ...]:
    """A step up to the end of its last sentence of these; none without any."""
    if not sentences:
        return ()
    end = text.rfind(sentences[-1])
    return (text[: end + len(sentences[-1])] if end >= 0 else "\n".join(sentences),)


def _given(sentence: str, graph: ReadableGraph) -> str | None:
    """The answer that a last sentence gives which names nothing of the graph."""
    found = _GIVEN.fullmatch(sentence)
    if found is None:
        return None
    words = name_key(found["answer"]).split()
    told = any(map(_is_about_answers, words)) or not _NO_ANSWERS.isdisjoint(words)
    more = told or _means_more(words, graph) or names_something(found["answer"], graph)
    return None if more else found["answer"]


def _asked_kinds(question: str, graph: ReadableGraph) -> frozenset[str]:
    """The words among which is the kind of thing asked for: "which two towns", also heads of "who heads"."""
    found = [*_ASKED_KIND.findall(question), *_ASKED_DEED.findall(question)]
    words = {word for said in found for word in name_key(said).split()}
    if words:
        tokens = Tokens.of(question)
        named, _ = graph.finder.named(tokens)
        words -= {word for hit in named for word in tokens.normal[hit.start : hit.end]}
    return frozenset(
        singular(word) for word in words if word not in EMPTY and lemma(word) not in ("be", "have")
    )


def _as_asked(sentence: str, kinds: Collection[str], of_whom: bool, graph: ReadableGraph) -> str | None:
    """What a sentence says to be of the kind asked for: "So the pupils are A and B." of "Which pupils …?"

    Args:
        of_whom: the question asks who; a conclusion may then call the answer anything: "So the owner is A."
    """
    tokens = Tokens.of(sentence)
    concludes = of_whom and is_conclusion(tokens)
    normal = tokens.normal
    places = (at for at, word in enumerate(normal) if at and lemma(word) == "be" and word != POSSESSIVE)
    at = next((at for at in places if concludes or singular(normal[at - 1]) in kinds), None)
    if at is None or not _opens_with_kind(normal[:at]):
        return None
    end = len(normal) - (not normal[-1])
    start = next((n for n in range(at + 1, end) if tokens.surface[n] not in _BEFORE_ANSWER), end)
    if not start < end <= start + _LONGEST_ANSWER or not _are_names(tokens, start, end, graph):
        return None
    return tokens.written(start, end)


def _were_named(answer: str, sentences: Sequence[str]) -> bool:
    """Whether sentences hold all words of an answer."""
    said = {word for sentence in sentences for word in Tokens.of(sentence).normal}
    return said.issuperset(word for word in Tokens.of(answer).normal if word not in _LISTING)


def _opens_with_kind(words: Sequence[str]) -> bool:
    """Whether a clause has only begun, with "the" and its subject: "So the two pupils", "…, the town"."""
    the = max((at for at, word in enumerate(words) if word == "the"), default=None)
    if the is None or len(words) - the - 1 > _LONGEST_KIND or not all(words[the:]):
        return False
    return the == 0 or not words[the - 1] or words[the - 1] in _BEFORE_CLAUSE


def _are_names(tokens: Tokens, start: int, end: int, graph: ReadableGraph) -> bool:
    """Whether some words are names, listed or one alone."""
    plain, doubtful = graph.finder.named(tokens)
    named = {at for hit in (*plain, *doubtful) for at in range(hit.start, hit.end)}
    return all(
        at in named
        or not tokens.normal[at]
        or tokens.normal[at] in ARTICLES | {"and"}
        or (start < at < end - 1 and tokens.normal[at] in PARTICLES)
        or not tokens.surface[at][0].islower()
        for at in range(start, end)
    )


def _summed_up(sentence: str, graph: ReadableGraph, *, alone: bool) -> str | None:
    """What a conclusion says of roles in a row, as questions ask for them: "So H's son's wife is T."

    Args:
        alone: it also does so without a word for it, behind several: "The wife of the son of H is T."
    """
    tokens = Tokens.of(sentence)
    if not (is_conclusion(tokens) or (alone and tokens.normal[:1] == ["the"])):
        return None
    verbs = [at for at, word in enumerate(tokens.normal) if lemma(word) == "be" and word != POSSESSIVE]
    verbs = verbs or [at for at, mark in enumerate(tokens.surface) if mark in (":", "：", "=")]
    if not verbs or verbs[-1] + 1 >= len(tokens.normal) or len(verbs) > 1:
        return None  # "H was born in T, so the king's birthplace is T" states what it concludes from
    asked, answer = tokens.normal[: verbs[-1]], verbs[-1] + 1
    roles = [cue for cue in graph.lexicon.cues([word for word in asked if word]) if _is_role(cue)]
    end = len(tokens.normal) - (not tokens.normal[-1])
    if len(roles) < 2 or asked.count(POSSESSIVE) + asked.count("of") < 2 or end - answer > _LONGEST_ANSWER:
        return None
    return tokens.written(answer, end) or None


def _concluded(sentence: str, question: str, graph: ReadableGraph) -> str | None:
    """What a conclusion ends with, where the question names all else: "So she studied in T"."""
    tokens = Tokens.of(sentence)
    if not is_conclusion(tokens):
        return None
    plain, _ = graph.finder.named(tokens)
    asked, doubtful = graph.finder.named(Tokens.of(question))
    known = {hit.nodes for hit in (*asked, *doubtful)}
    new = [hit for hit in plain if hit.nodes not in known]
    if len(new) != 1 or any(tokens.normal[new[0].end :]):
        return None
    return tokens.written(new[0].start, new[0].end)


def _is_role(cue: Cue) -> bool:
    return any(meaning.part != "verb" for meaning in cue.meanings)


def last_sentence(steps: Sequence[str]) -> str:
    """The sentence with which steps end, as far as it stands apart; empty without one."""
    return next(iter(last_parts(steps)), "")


def last_parts(steps: Sequence[str]) -> list[str]:
    """The parts of the sentence with which steps end, the last one first: "… is T; he came first"."""
    sentences = next(filter(None, map(split_sentences, reversed(steps))), [])
    return sentences_of(sentences[-1])[::-1] if sentences else []


def names_something(sentence: str, graph: ReadableGraph) -> bool:
    """Whether a sentence holds a name, what looks like one, or what stands for one."""
    tokens = Tokens.of(sentence)
    plain, doubtful = graph.finder.named(tokens)
    return bool(plain or doubtful) or bool(graph.finder.mentions(tokens, (), ()))


def only_answer(sentence: str, graph: ReadableGraph) -> str | None:
    """The one thing that a sentence names, when it says nothing of it but that it is the answer."""
    tokens = Tokens.of(sentence)
    named = _named(tokens, graph)
    if named is None or not _only_answers(tokens, named, graph):
        return None
    return tokens.written(named.start, named.end)


def only_answers(sentence: str, graph: ReadableGraph) -> str | None:
    """The same, or several things that a sentence lists and says nothing else of: "Max and Ann."""
    answer = only_answer(sentence, graph)
    if answer is not None:
        return answer
    tokens = Tokens.of(sentence)
    plain, _ = graph.finder.named(tokens)
    named = graph.finder.mentions(tokens, plain, ())
    taken = {place for one in named for place in range(one.start, one.end)}
    rest = {word for at, word in enumerate(tokens.normal) if at not in taken}
    is_list = len(named) > 1 and rest <= _LISTING and not any(map(_parts, tokens.surface))
    return tokens.written(named[0].start, named[-1].end) if is_list else None


def _parts(mark: str) -> bool:
    """Whether a mark parts what stands beside it in another way than a list: "A → B", "A: B"."""
    return not mark[0].isalnum() and mark not in _LIST_MARKS


def _named(tokens: Tokens, graph: ReadableGraph) -> Mention | None:
    """The last mention of the one thing that a sentence names, known to the graph or not."""
    plain, doubtful = graph.finder.named(tokens)
    if plain and any(hit.by_other_name and hit.start >= plain[-1].end for hit in doubtful):
        return None  # "Max was a man", "Max was Spanish"
    hits = plain or [hit for hit in doubtful if _only_answers(tokens, hit, graph)][-1:]
    mentions = [one for one in graph.finder.mentions(tokens, hits, ()) if one.how != "reference"]
    return mentions[-1] if len({one.nodes for one in mentions}) == 1 else None


def _only_answers(tokens: Tokens, named: Mention | NameHit, graph: ReadableGraph) -> bool:
    """Whether a sentence says no more of a thing than that it is the answer.

    Before its name no words mean a relation ("We end up with Max", not "The king was Max"); behind it there
    are only words about asking and answering ("Max is what we sought", not "Max died"), or a remark behind a
    mark ("Max – the father", "Max, then").
    """
    references = [one for one in find_references(tokens) if not named.start <= one.start < named.end]
    if any(tokens.normal[one.start] not in _POINTING for one in references):
        return False
    rest = tokens.normal[named.end :]
    if rest[:1] == [POSSESSIVE]:
        return False
    behind = rest[: rest.index("")] if "" in rest else rest
    return all(map(_is_about_answers, behind)) and not _means_more(tokens.normal[: named.start], graph)


def says_only_that_it_is(words: Sequence[str]) -> bool:
    """Whether the words around what is named are all about asking and answering: "That must be …"."""
    return all(map(_is_about_answers, filter(None, words)))


def _is_about_answers(word: str) -> bool:
    return word in _ANSWERING or word in EMPTY or word == POSSESSIVE or lemma(word) in ("be", "have")


def _means_more(words: Sequence[str], graph: ReadableGraph) -> bool:
    """Whether some of the words may mean a relation, beside those about asking and answering."""
    kept = [lemma(word) for word in words if word]
    return any(not all(map(_is_about_answers, kept[cue.start : cue.end])) for cue in graph.lexicon.cues(kept))
