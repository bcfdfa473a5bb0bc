"""What pronouns and descriptions of a text stand for: those that were named before and may be meant."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Literal, NamedTuple

from .function_words import words_of
from .mention import Mention
from .morphology import singular
from .rules import words_in
from .tokens import LONGEST_SENTENCE, Tokens

Kind = Literal["person", "thing"]
Gender = Literal["he", "she"]
KindOf = Callable[[int], Kind | None]
HasRole = Callable[[int, str], bool]
Called = Callable[[int, str], bool]

_QUOTING = frozenset('"“”„«»‘*_')
_FIELD_MARKS = frozenset({":", "=", "："})
_LONGEST_FIELD = 4  # words before a mark
_MOST_MEANT = 3  # things that one pronoun may mean
_LOOKED_BACK = 4  # sentences
_CALLED_BACK: tuple[tuple[Kind, str], ...] = (("person", "person_nouns"), ("thing", "thing_nouns"))
_words = partial(words_in, "anaphora")


class Known(NamedTuple):
    """What a text's reader knows of the things that it names.

    Attributes:
        kind: of a node; None where it may be either.
        gender: of a person, by the first name; None where that does not tell.
        has_role: whether something of a node is called by a noun: a firm has a "founder".
        called: whether a noun stands in a node's name or types: "dairy" for "Ostermark Dairy".
        is_type: whether a noun is that of a type, so that it means only what is called so.
        types: the words of a node's types; empty where it has none.
    """

    kind: KindOf
    gender: Callable[[int], Gender | None]
    has_role: HasRole
    called: Called
    is_type: Callable[[str], bool] = lambda _: False
    types: Callable[[int], Collection[str]] = lambda _: ()


class Antecedent(NamedTuple):
    """Something named: its nodes, its kind, where, and whether its sentence begins with it.

    `article`: "the" stands before it, as before no name of a person.
    """

    nodes: tuple[int, ...]
    kind: Kind | None
    sentence: int
    opens: bool
    article: bool = False


def pronouns(tokens: Tokens) -> list[int]:
    """The places of the words that may stand for something named before: "she", "that", "both"."""
    lists = ("person", "thing", "plural", "pointing", "both")
    return [at for at, word in enumerate(tokens.normal) if any(word in _words(name) for name in lists)]


def resolved(
    sentences: Sequence[tuple[Tokens, Sequence[Mention]]], known: Known, topic: Sequence[int] = ()
) -> list[list[Mention]]:
    """The mentions of each sentence, with the pronouns and descriptions among them that stand for something.

    Args:
        sentences: each with the names in it, from left to right.
        topic: nodes that the text is about before it begins.
    """
    before = [Antecedent((node,), known.kind(node), -1, True) for node in topic]
    found = []
    for number, (tokens, names) in enumerate(sentences):
        if len(tokens.normal) > LONGEST_SENTENCE:
            found.append(list(names))
            continue
        subject = _implied(tokens, names, before, known)
        mentions = [subject] if subject else []
        here: list[Antecedent] = []
        starts = {name.start: name for name in names}
        covered = frozenset(place for name in names for place in range(name.start, name.end))
        at = 0
        while at < len(tokens.normal):
            if at in starts:
                name = starts[at]
                mentions.append(name)
                if name.nodes and not tokens.normal[name.start][:1].isdigit():
                    opens = not here or (here[-1].opens and _go_together(tokens, mentions[-2], name))
                    around = tokens.normal[max(name.start - 1, 0) : name.start + 1]
                    article = not words_of("definite").isdisjoint(around)
                    here.append(Antecedent(name.nodes, _kind(name.nodes, known), number, opens, article))
                at = max(name.end, at + 1)
                continue
            reference = (
                None if at in covered else _reference(tokens, at, [*before, *here], number, known, covered)
            )
            if reference is None:
                at += 1
                continue
            mentions.append(reference)
            if not any(one.nodes == reference.nodes for one in here):
                likeliest = reference.nodes[:1]
                here.append(Antecedent(likeliest, _kind(likeliest, known), number, not here))
            at = reference.end
        found.append(mentions)
        before = [one for one in before if one.sentence >= number - _LOOKED_BACK or one.sentence < 0] + here
    return found


def _implied(
    tokens: Tokens, names: Sequence[Mention], before: Sequence[Antecedent], known: Known
) -> Mention | None:
    """What a field without a subject is of: "held at: the Ducal Library" of the manuscript before it."""
    end = names[0].start - 1 if names else -1
    if not 0 < end <= _LONGEST_FIELD or tokens.surface[end] not in _FIELD_MARKS:
        return None
    field = " ".join(tokens.normal[:end])
    owners = [one for one in before if any(known.has_role(node, field) for node in one.nodes)]
    return _standing_for(0, 0, _nodes(_by_salience(owners)), owns=True)


def _go_together(tokens: Tokens, one: Mention, other: Mention) -> bool:
    """Whether only what joins a list stands between two names: both are the subject then."""
    between = {tokens.normal[at] or tokens.surface[at] for at in range(one.end, other.start)}
    return bool(between) and between <= words_of("listing") | words_of("before_listed")


def _kind(nodes: Sequence[int], known: Known) -> Kind | None:
    kinds = {known.kind(node) for node in nodes}
    return kinds.pop() if len(kinds) == 1 else None


def _reference(
    tokens: Tokens, at: int, before: Sequence[Antecedent], number: int, known: Known, covered: frozenset[int]
) -> Mention | None:
    """The reference that begins at a place; None where there is none, or where it may mean nothing."""
    word = tokens.normal[at]
    following = tokens.normal[at + 1] if at + 1 < len(tokens.normal) else ""
    if following in _words("two") and word in words_of("definite"):
        owns = tokens.normal[at + 2 : at + 3] == ["'s"]
        return _standing_for(at, at + 2, _one_of_two(following, before, number), owns=owns)
    owns = _is_possessive(word, following)
    if _is_partitive(tokens, at) or (word in _words("emphatic") and at - 1 in covered):
        return None
    if word in _words("both"):
        return _both(tokens, at, before, number, known, covered)
    if word in _words("plural"):
        return _standing_for(at, at + 1, _several(before), owns=owns)
    if word in _words("person") or word in _words("thing"):
        if word in _words("relative") or (word in _words("empty_subject") and _is_expletive(tokens, at)):
            return None
        kind: Kind = "person" if word in _words("person") else "thing"
        if owns and (subject := _subject(tokens, at, before, number, kind, covered)):
            return _standing_for(at, at + 1, subject, owns=True)
        if word in _words("objects") and not _opens_clause(tokens, at):
            before = _without_subject(tokens, at, before, number, covered)
        meant = _meant(_of_gender(word, before, known), kind, number)
        if word in _words("she"):
            meant = _or_vessel(meant, before, number, known)
        return _standing_for(at, at + 1, meant, owns=owns)
    if word in _words("demonstrative"):
        described = _description(tokens, at, before, number, known, covered)
        return described or _pointed_at(tokens, at, before, number, covered)
    if word == "there" and not _is_existential(tokens, at):
        return _standing_for(at, at + 1, _meant(before, "thing", number))
    return None


def _standing_for(start: int, end: int, nodes: tuple[int, ...], *, owns: bool = False) -> Mention | None:
    return Mention(start, end, nodes, "reference", possessive=owns) if nodes else None


def _of_gender(word: str, before: Sequence[Antecedent], known: Known) -> Sequence[Antecedent]:
    """Without those whom "he" or "she" does not mean by their first names."""
    wrong = next((other for one, other in (("he", "she"), ("she", "he")) if word in _words(one)), None)
    return [one for one in before if known.gender(one.nodes[0]) != wrong] if wrong else before


def _opens_clause(tokens: Tokens, at: int) -> bool:
    return at == 0 or not tokens.normal[at - 1] or tokens.normal[at - 1] in _words("before_clauses")


def _without_subject(
    tokens: Tokens, at: int, before: Sequence[Antecedent], number: int, covered: frozenset[int]
) -> Sequence[Antecedent]:
    """Without the subject of its own clause, which an object pronoun never means: "Ann coaches her"."""
    return (
        before
        if _is_bounded(tokens, at, covered)
        else [one for one in before if one.sentence != number or not one.opens]
    )


def _subject(
    tokens: Tokens,
    at: int,
    before: Sequence[Antecedent],
    number: int,
    kind: Kind,
    covered: frozenset[int],
) -> tuple[int, ...]:
    """What a possessive means in the clause that its sentence begins with: "Acme has its works in Oslo".

    "a pupil of her own" is one of the subject's, wherever it stands.
    """
    opening = [one for one in before if one.sentence == number and one.opens and one.kind in (kind, None)]
    inside = tokens.normal[at + 1] in _words("reflexive") or not _is_bounded(tokens, at, covered)
    return opening[0].nodes if opening and inside else ()


def _is_bounded(tokens: Tokens, at: int, covered: frozenset[int]) -> bool:
    """Whether a place stands in another clause than its sentence begins with; "A and B" opens none."""
    return any(
        not word or word in _words("before_clauses")
        for place, word in enumerate(tokens.normal[:at])
        if not (place - 1 in covered and _behind_articles(tokens, place + 1) in covered)
    )


def _behind_articles(tokens: Tokens, at: int) -> int:
    return at + words_of("articles").issuperset(tokens.normal[at : at + 1] or "-")


def _is_possessive(word: str, following: str) -> bool:
    if word not in _words("possessive"):
        return False
    return following.isalpha() and following not in _words("behind_objects")


def _is_expletive(tokens: Tokens, at: int) -> bool:
    """Whether "it" points at nothing: "it is said that", "it was Ann who"."""
    words = tokens.normal[at + 1 : at + 9]
    return (
        bool(words)
        and ("that" in words or "who" in words)
        and (
            words[0] in ("is", "was", "has", "may", "might", "would", "s", "'s")
            or words[0] in _words("expletive")
        )
    )


def _meant(before: Sequence[Antecedent], kind: Kind, number: int) -> tuple[int, ...]:
    """The nodes that a singular pronoun may mean, the likeliest first."""
    fitting = [one for one in before if one.kind in (kind, None)]
    sure = [one for one in fitting if one.kind == kind]
    if kind == "person" and sure and max(one.sentence for one in sure) >= number - 1:
        fitting = sure
    return _nodes(_by_salience(fitting))


def _or_vessel(
    persons: tuple[int, ...], before: Sequence[Antecedent], number: int, known: Known
) -> tuple[int, ...]:
    """With what "she" may mean besides where it is sure to mean no woman: a ship, a country.

    That is what its types call so, and what opens a sentence with "the" and has no type that tells.
    """
    if any(known.gender(node) == "she" for node in persons):
        return persons
    near = [one for one in before if one.sentence >= number - 1 and one.kind != "person"]
    vessels = (one for one in _by_salience(near) if any(_is_vessel(one, node, known) for node in one.nodes))
    return tuple(dict.fromkeys((*persons, *_nodes(vessels))))[:_MOST_MEANT]


def _is_vessel(one: Antecedent, node: int, known: Known) -> bool:
    types = known.types(node)
    return not _words("she_types").isdisjoint(types) if types else one.opens and one.article


def _by_salience(fitting: Sequence[Antecedent]) -> Iterator[Antecedent]:
    """Those of this sentence, the one that opens it first; then those of the sentences before, likewise."""
    for sentence in sorted({one.sentence for one in fitting}, reverse=True):
        own = [one for one in fitting if one.sentence == sentence]
        yield from (one for one in own if one.opens)
        yield from (one for one in reversed(own) if not one.opens)


def _nodes(ordered: Iterator[Antecedent]) -> tuple[int, ...]:
    found: dict[int, None] = {}
    for one in ordered:
        if len(found) >= _MOST_MEANT:
            break
        found.update(dict.fromkeys(one.nodes))
    return tuple(found)


def _behind_marks(tokens: Tokens, at: int) -> int:
    """The place of the next word, behind marks of quotation or emphasis."""
    while at < len(tokens.surface) and tokens.surface[at] in _QUOTING:
        at += 1
    return at


def _pointed_at(
    tokens: Tokens, at: int, before: Sequence[Antecedent], number: int, covered: frozenset[int]
) -> Mention | None:
    """ "this route", "at that hall", "that is in": what was named last, whatever it is called."""
    word = tokens.normal[at]
    following = tokens.normal[at + 1] if at + 1 < len(tokens.normal) else ""
    led = at > 0 and tokens.normal[at - 1] in _words("leading")
    if word not in _words("pointing") or not (led or _opens_clause(tokens, at)) or at + 1 in covered:
        return None
    alone = not following or following in _words("behind_pointers")
    if alone and _identifies(tokens, at, covered):
        return None  # "…, and that is Ann": it says who was spoken of
    return _standing_for(at, at + 1 if alone else at + 2, _meant(before, "thing", number))


def _identifies(tokens: Tokens, at: int, covered: frozenset[int]) -> bool:
    """Whether a verb of being and a name stand behind a pronoun: "that is Ann"."""
    is_verb = tokens.normal[at + 1] in words_of("being") if at + 1 < len(tokens.normal) else False
    return is_verb and _behind_marks(tokens, at + 2) in covered


def _is_partitive(tokens: Tokens, at: int) -> bool:
    """Whether a pronoun stands in "one of them", of which "is Ann" says nothing."""
    return at > 1 and tokens.normal[at - 1] == "of" and tokens.normal[at - 2] in _words("parts")


def _is_existential(tokens: Tokens, at: int) -> bool:
    """ "there are two", "before that there was": it points at no place."""
    following = tokens.normal[at + 1] if at + 1 < len(tokens.normal) else ""
    return following in words_of("being") or (
        _opens_clause(tokens, at) and following in _words("behind_pointers")
    )


def _both(
    tokens: Tokens, at: int, before: Sequence[Antecedent], number: int, known: Known, covered: frozenset[int]
) -> Mention | None:
    """ "both firms"; "both left": all of the nearest sentence; "knows both": of one before this.

    "both Ann and Bo" name themselves, and in "are both" it stands for nothing.
    """
    following = tokens.normal[at + 1] if at + 1 < len(tokens.normal) else ""
    named = at + 1 + (following in words_of("definite"))
    if named in covered or (at and tokens.normal[at - 1] in words_in("words", "finite") and following):
        return None
    if described := _description(tokens, at, before, number, known, covered):
        return described
    own = before if following else [one for one in before if one.sentence < number]
    return _standing_for(at, at + 1, _several(own))


def _several(before: Sequence[Antecedent]) -> tuple[int, ...]:
    """What "they" may mean: all that the nearest sentence names, or the one thing that it does."""
    near = max((one.sentence for one in before), default=None)
    own = [one for one in before if one.sentence == near]
    persons = [one for one in own if one.kind == "person"]
    return _nodes(_by_salience(persons if len(persons) > 1 else own))


def _one_of_two(word: str, before: Sequence[Antecedent], number: int) -> tuple[int, ...]:
    """What "the former" or "the latter" means of the two that an earlier sentence named last, or this one."""
    earlier = [one for one in before if one.sentence < number]
    near = max((one.sentence for one in earlier), default=None)
    own = [one for one in earlier if one.sentence == near]
    own = own if len(own) > 1 else [one for one in before if one.sentence == number]
    return own[-2:][word == "latter"].nodes if len(own) > 1 else ()


def _description(
    tokens: Tokens, at: int, before: Sequence[Antecedent], number: int, known: Known, covered: frozenset[int]
) -> Mention | None:
    """ "the company", "this drug": what was named and may be called so; "the founder": of whom it is one."""
    for end in (at + 3, at + 2):
        words = tokens.normal[at + 1 : end]
        is_noun = all(one.isalpha() for one in words) and words[:1] and words[0] not in words_of("articles")
        if len(words) < end - at - 1 or not is_noun or not covered.isdisjoint(range(at, end)):
            continue
        noun = singular(words[-1])
        behind = _behind_marks(tokens, end)
        following = tokens.normal[behind] if behind < len(tokens.normal) else ""
        if following == "of" or behind in covered:
            continue  # "the coach of", "the book “Emma”"
        if following in _words("restricting") and behind == end and tokens.normal[at] in words_of("definite"):
            continue  # "the man whose job Ann took": it names by what it says, and calls nothing back
        called = [one for one in before if any(known.called(node, noun) for node in one.nodes)]
        if called:
            return _standing_for(at, end, _nodes(_by_salience(called)))
        phrase = " ".join(words)
        owners = [one for one in before if any(known.has_role(node, phrase) for node in one.nodes)]
        if owners and tokens.normal[at] in words_of("definite") and following != "'s":
            return _standing_for(at, at + 1, _nodes(_by_salience(owners)), owns=True)
        for kind, nouns in _CALLED_BACK:
            if noun in _words(nouns) and not known.is_type(noun):
                return _standing_for(at, end, _meant(before, kind, number))
    return None
