"""The path of a chain's claims, where they are said one after the other, and where they branch."""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import islice, pairwise

from ...answers.kinds import is_judgement
from ...answers.nodes import answer_nodes
from ...answers.question import Question
from .chaining import ChosenPath, choose_path
from .reader import SaidClaim

_LAST_BEGINNINGS = 4  # of a path that is told once more, so that a long text takes no longer than it is


def walk_again(
    claims: Sequence[SaidClaim], broken: ChosenPath, question: Question, answer: str | None
) -> ChosenPath:
    """A path for claims that do not each go on from the one before; the broken one where there is none.

    Branches begin at the things that the question names. They meet, unless the question compares those. What
    joins neither the things asked about nor the answer is said besides, and breaks nothing; nor does
    anything before the whole path is told once more.
    """
    anchors = question.topic | question.named
    branching = walk(claims, question, anchors)
    if branching.breaks and question.lists:
        listed = walk(claims, question, anchors | _alike(broken))
        if not listed.breaks:
            return listed
    if _grows(branching, question):
        return branching.unbroken()
    aims = _aims(broken, question, answer)
    if branching.breaks and (told := _told_again(claims, broken, question, aims)):
        return told
    if branching.is_joined or question.compared or (answer and is_judgement(answer)):
        return branching
    return _without_remarks(claims, broken, question, aims) or broken


def of_statements(claims: Sequence[SaidClaim], broken: ChosenPath) -> ChosenPath:
    """The facts of a text that answers nothing: its statements need not go on from each other.

    Broken stays a path that takes one name for two things.
    """
    named = [_named(claim) for claim in claims if claim.likely]
    ends = [support.ends for support in broken.supports]
    split = (
        place
        for place in broken.breaks
        if any(named[place] & named[at] and not ends[place] & ends[at] for at in range(place))
    )
    return broken.broken_at(tuple(split))


def _grows(path: ChosenPath, question: Question) -> bool:
    """Whether each fact joins something new to what the path has come by, from what is asked about.

    Where nothing is asked, that is from what the first fact joins.
    """
    reached = set(question.known or path.supports[0].ends)
    for support in path.supports:
        if reached.isdisjoint(support.ends):
            return False
        reached |= support.ends
    return True


def _alike(path: ChosenPath) -> set[int]:
    """What facts of one relation are told of, where there are several such."""
    told = Counter(support.join.relation for support in path.supports)
    return {support.first for support in path.supports if told[support.join.relation] > 1}


def _aims(broken: ChosenPath, question: Question, answer: str | None) -> frozenset[int]:
    """What a chain is to lead to: what it answers, if it says something of that, else the gold answers."""
    given = frozenset(answer_nodes(answer, question.graph, sorted(broken.visited)) if answer else ())
    if given & question.gold and not given & broken.visited:
        return frozenset()  # a right answer that it does not come by
    return given & broken.visited or question.gold


def _told_again(
    claims: Sequence[SaidClaim], broken: ChosenPath, question: Question, aims: frozenset[int]
) -> ChosenPath | None:
    """The path at the end of a chain that tells all of it once more, from what is asked to the answer."""
    likely = [claim for claim in claims if claim.likely]
    begin = (at for at in reversed(range(1, len(likely))) if likely[at].tokens is not likely[at - 1].tokens)
    asking = (at for at in begin if not (question.known and question.known.isdisjoint(_ends(likely[at]))))
    for place in islice(asking, _LAST_BEGINNINGS):
        path = walk(likely[place:], question)
        before = {support.facts for support in broken.supports[:place]}
        once_more = any(support.facts in before for support in path.supports)
        if once_more and not path.breaks and path.end in aims:
            return path.over(broken.supports)
    return None


def _without_remarks(
    claims: Sequence[SaidClaim], broken: ChosenPath, question: Question, aims: frozenset[int]
) -> ChosenPath | None:
    """The path through those facts that join what is asked with the answer, when nothing in it breaks."""
    parts = broken.parts
    main = next((part for part in parts if question.known & part), parts[0])
    if not aims & main or any(aims & part for part in parts if part is not main):
        return None
    likely = [claim for claim in claims if claim.likely]
    kept = [claim for claim, support in zip(likely, broken.supports, strict=True) if support.first in main]
    path = walk(kept, question, question.topic | question.named)
    leads_back = bool(aims) and aims <= question.topic  # and so has to end there, as it began there
    if path.breaks or (leads_back and path.end not in aims):
        return None
    return path.over(broken.supports)


def walk(claims: Sequence[SaidClaim], question: Question, anchors: Collection[int] = ()) -> ChosenPath:
    """The path of those claims that have likely facts."""
    likely = [claim for claim in claims if claim.likely]
    places = {id(claim.tokens): place for place, claim in enumerate(likely)}
    sentences = [places[id(claim.tokens)] for claim in likely]
    path = choose_path([claim.likely for claim in likely], question.topic, sentences, anchors)
    return _reordered(likely, sentences, question, anchors) or path if path.breaks else path


def _reordered(
    claims: Sequence[SaidClaim], sentences: Sequence[int], question: Question, anchors: Collection[int]
) -> ChosenPath | None:
    """A path without a break, where what a sentence says of one thing is walked in another order.

    "A, a king of B, was the son of C" goes on from C; "The child of B, A was the husband of C" leads from C
    to B where the question is about C. None without such a path.
    """
    seen = set(question.topic)
    order: list[int] = []
    for sentence in dict.fromkeys(sentences):
        left = [place for place, at in enumerate(sentences) if at == sentence]
        own = [claims[place] for place in left]
        of_one_thing = len(set(map(_subject, own))) == 1 or _is_told_within(own)
        while left:
            onward = (place for place in left if of_one_thing and not seen.isdisjoint(_ends(claims[place])))
            place = next(onward, left[0])
            left.remove(place)
            order.append(place)
            seen |= _ends(claims[place])
    if order == sorted(order):
        return None
    in_order = [claims[place].likely for place in order]
    path = choose_path(in_order, question.topic, [sentences[place] for place in order], anchors)
    by_place = dict(zip(order, path.supports, strict=True))
    return None if path.breaks else path.over(tuple(by_place[place] for place in sorted(order)))


def _is_told_within(claims: Sequence[SaidClaim]) -> bool:
    """Whether each claim is made of what the one before it ends with: "A is a parent of B, a child of C"."""
    return all(one.pair.second.start == other.pair.first.start for one, other in pairwise(claims))


def _subject(claim: SaidClaim) -> int:
    """Where the thing stands of which a claim is made; in "Born in T, H was …" that is H."""
    first, second = claim.pair[:2]
    turned = first.start and claim.tokens.surface[first.end : second.start] == [","]
    return second.start if turned else first.start


def _named(claim: SaidClaim) -> frozenset[int]:
    """What the names in a claim may mean."""
    names = (mention for mention in claim.pair[:2] if mention.how != "reference")
    return frozenset(node for mention in names for node in mention.nodes)


def _ends(claim: SaidClaim) -> set[int]:
    return {node for support in claim.likely for node in (support.first, support.second)}
