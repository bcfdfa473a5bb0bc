"""The ways to read a sentence besides the plain one: what its pronouns, nouns and parts of names may mean.

A terse sentence also leaves to those before it what it is about: "Est. 1887.", "Capacity: 24 beds."
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from ...grounding.readable import ReadableGraph
from ...reading.clauses import are_listed, asides_of, owned_in
from ...reading.found import Mention
from ...reading.lexicon import lemma
from ...reading.mentions import MentionFinder
from ...reading.plans import is_conclusion
from ...reading.reach import ARROWS
from ...reading.references import find_references, place_told_of
from ...reading.tokens import POSSESSIVE, Tokens
from .ending import says_only_that_it_is
from .position import Position
from .sentences import Sentence
from .understanding import Reading

_DEFINITE = frozenset({"the", "this", "that"})
_MAY_PART = frozenset({",", "and"})
_MOST_DOUBTFUL = 12  # taken as names one by one, so that a sentence has few readings however long it is
_LONGEST_NOUN = 2  # words that say of what a number is


def other_readings(
    sentence: Sentence, plainly: Reading, here: Position, context: Sequence[int], finder: MentionFinder
) -> Iterator[Reading]:
    """What a sentence may mean besides the plain reading, the more likely first."""
    tokens, plain, doubtful = sentence
    mentions = partial(finder.mentions, tokens, context=here.around(context))
    if not _MAY_PART.isdisjoint(tokens.surface):
        yield plainly._replace(joining="apart")
    if tokens.surface.count(",") > 1 and asides_of(tokens, plainly.mentions):
        yield plainly._replace(joining="beside")
    if len(plainly.mentions) > 2 and owned_in(tokens, plainly.mentions):
        yield plainly._replace(joining="owned")
    in_a_row = not ARROWS.isdisjoint(tokens.surface)  # "A → r → B → s → C" says nothing of A and C
    if len(plain) > 2 and not (in_a_row or any(one.relative for one in plainly.mentions)):
        yield plainly._replace(joining="last")
    there = place_told_of(tokens)
    if there is not None and all(one.start != there for one in plainly.mentions):
        place = Mention(there, there + 1, here.ends, "reference")
        yield plainly._replace(mentions=sorted([*plainly.mentions, place]))
    pronouns = plainly.implied or bool(find_references(tokens))
    is_sure = any(map(_points_by_a_noun, plainly.mentions))
    if pronouns:
        for meant in filter(None, (here.left, here.about, here.near)):
            yield plainly._replace(meant=meant)
        yield plainly._replace(all_earlier=True)
        if here.left and tokens.normal.count("it") > 1:  # "You get it in A, and you get it in B"
            yield plainly._replace(meant=here.left, all_earlier=True)
        if len(plain) > 1 or len(plainly.mentions) > 2:  # "When H died, it was in T"
            if not (plainly.implied or is_sure):
                yield plainly._replace(meant=(), no_pronouns=True)
            yield plainly._replace(of_subject=True)
    if not _DEFINITE.isdisjoint(tokens.normal) and find_references(tokens, definite=True):
        for named in (plain, sorted([*plain, *doubtful])) if doubtful else (plain,):
            spoken_of = plainly._replace(hits=named, mentions=mentions(named, definite=True), definite=True)
            yield spoken_of
            if here.left or not is_sure:
                yield spoken_of._replace(meant=here.left)
            if here.about not in (here.ends, here.left):
                yield spoken_of._replace(meant=here.about)
    if nouns := finder.spoken_of(tokens, plainly.mentions, here.near, context):
        of_kind = plainly._replace(mentions=sorted([*plainly.mentions, *nouns]), definite=True)
        yield of_kind
        if pronouns and (here.left or not is_sure):
            yield of_kind._replace(meant=here.left)
        if pronouns:
            yield of_kind._replace(of_subject=True)
    if len(plainly.mentions) + len(doubtful) < 2:
        return  # one thing alone makes no claim, by whatever part of its name
    near = finder.around([*(node for hit in plain for node in hit.nodes), *here.ends])
    shortened = tuple(dict.fromkeys((*context, *near)))
    cut_short = plainly
    if finder.may_shorten(plain, shortened):
        cut_short = plainly._replace(mentions=mentions(plain, shortened=shortened))
        yield cut_short
    yield cut_short._replace(joining="apart")
    if tokens.surface.count(",") > 1 and asides_of(tokens, cut_short.mentions):
        yield cut_short._replace(joining="beside")
    for hits in (*((hit,) for hit in doubtful[:_MOST_DOUBTFUL]), *([doubtful] if len(doubtful) > 1 else [])):
        named = sorted([*plain, *hits], key=lambda hit: hit.start)
        taken = plainly._replace(hits=named, mentions=mentions(named))
        yield taken
        yield taken._replace(joining="apart")
        if owned_in(tokens, taken.mentions):
            yield taken._replace(joining="owned")
        if finder.may_shorten(named, shortened):
            yield taken._replace(mentions=mentions(named, shortened=shortened))
        if pronouns:
            yield taken._replace(of_subject=True)
            yield taken._replace(all_earlier=True)  # "Being a monarch was his occupation"


def _points_by_a_noun(mention: Mention) -> bool:
    """Whether a reference is sure to mean something: "that show", not "it"."""
    return mention.how == "reference" and not mention.relative and mention.end > mention.start + 1


def speaks_of(plainly: Reading, tokens: Tokens, here: Position, finder: MentionFinder) -> bool:
    """Whether a sentence opens with a noun for what was named before: "The lake is …" of Lake Nair.

    It may where a verb follows ("The case was heard by A, who …"), or what it has ("The ship's owner, A").
    """
    if tokens.surface[:1] not in (["The"], ["the"]) or not "".join(tokens.surface[1:2]).islower():
        return False
    if any(word == POSSESSIVE or lemma(word) in ("be", "have") for word in tokens.normal[2:3]):
        return True
    nouns = finder.spoken_of(tokens, plainly.mentions, here.near, here.ends)
    return bool(nouns) and nouns[0].start == 0


def readings_of_here(
    sentence: Sentence, plainly: Reading, here: tuple[int, ...], graph: ReadableGraph
) -> Iterator[Reading]:
    """The ways to read a sentence that names one thing, or several alike, as said of where the chain stands.

    There are none of one that asks, concludes or names something unknown, nor of one that says no more than
    that this is the answer.

    Args:
        plainly: its plain reading.
        here: the nodes that the chain has led to.
    """
    tokens, plain, doubtful = sentence
    asks = tokens.text.rstrip().endswith("?")
    if asks or not here or is_conclusion(tokens) or any(one.how == "unknown" for one in plainly.mentions):
        return
    for hits in filter(None, (plain, sorted([*plain, *doubtful]) if doubtful else None)):
        named = [Mention(hit.start, hit.end, hit.nodes, "name") for hit in hits]
        in_line = all(are_listed(tokens, *pair) for pair in pairwise(named))
        if in_line and _is_told_of_another(tokens, named, graph):
            yield plainly._replace(hits=hits, mentions=named, meant=here, implied=True)


def _is_told_of_another(tokens: Tokens, named: Sequence[Mention], graph: ReadableGraph) -> bool:
    """Whether things named, or a number, end what is said, of something else: "Capacity: 24 beds." """
    words = tokens.normal
    rest = words[named[-1].end :]
    if says_only_that_it_is(words[: named[0].start] + rest):
        return False
    behind = rest[: rest.index("")] if "" in rest else rest
    opens = not any(words[: named[0].start])
    if all(map(graph.is_number, named[0].nodes)):
        return len(behind) <= _LONGEST_NOUN and (not opens or bool(behind))
    return not (opens or behind)
