"""Who and what a sentence names: by name, by part of a name, or by a misspelt name."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from itertools import islice

from ...ext.words import NameHit
from ..language.function_words import words_of
from ..language.mention import How, Mention
from ..language.tokens import POSSESSIVE, Tokens
from .cut_short import (
    PARTICLES,
    TITLES,
    are_initials,
    has_initials,
    is_part,
    leaves_out,
    may_be_called,
    stands_before,
    without_title,
)
from .doubtful import may_be_a_word, names_nothing
from .found import Found, Surroundings
from .listed import listed_things
from .misspelling import last_words, nearly_called, slipped
from .names_index import NameIndex
from .relation_words import RelationWords
from .runs import (
    bridged,
    in_brackets,
    is_longer_name,
    is_told_of,
    name_like_runs,
    opens_sentence,
    parts_of,
    qualifies,
)

Recognised = tuple[tuple[int, ...], How]

_MORE_WORDS = 3  # behind a misspelt capitalised word that may belong to its name
_LONG_NUMBER = 3  # digits
_SURROUNDINGS_KEPT = 16  # the readings of a sentence ask for the same
_UNKNOWN: Recognised = ((), "unknown")


class MentionFinder:
    """Finds what statements name in one graph."""

    def __init__(
        self, index: NameIndex, called: RelationWords, neighbours: Callable[[int], Iterable[int]]
    ) -> None:
        """
        Args:
            called: what relations are called, which is not taken for names.
            neighbours: nodes that facts join with a node.
        """
        self._index = index
        self._called = called
        self._neighbours = neighbours
        self._around = lru_cache(_SURROUNDINGS_KEPT)(self._find_around)

    def named(self, tokens: Tokens) -> tuple[list[NameHit], list[NameHit]]:
        """The names that are written out, and those that may as well be words of the statement."""
        plain: list[NameHit] = []
        doubtful: list[NameHit] = []
        for hit in self._index.find(tokens):
            if not names_nothing(tokens, hit, self._index, self._called):
                doubt = may_be_a_word(tokens, hit, self._index, self._called)
                (doubtful if doubt else plain).append(hit)
        return plain, doubtful

    def mentions(self, tokens: Tokens, hits: Sequence[NameHit], context: Sequence[int]) -> list[Mention]:
        """The names of a sentence, from left to right.

        Args:
            hits: those of `named` that are taken for names, from left to right.
            context: the nodes that the sentence is likely to be about, named before; parts of names and
                misspelt names are understood as theirs or as their neighbours'.
        """
        named = [
            Mention(hit.start, hit.end, self._meant(tokens, hit, context), "name" if hit.nodes else "unknown")
            for hit in hits
        ]
        covered = {place for hit in hits for place in range(hit.start, hit.end)}
        runs = name_like_runs(tokens, covered, self._called)
        last = last_words(tokens, covered, self._called)
        owners = self._owners(tokens, covered)
        listed = list(listed_things(tokens, hits, covered, self._called))
        if not (runs or last or owners or listed):
            return named
        found = Found([*named, *(Mention(start, end, *_UNKNOWN) for start, end in listed)])
        around = self._around(tuple([node for hit in hits for node in hit.nodes]), tuple(context))
        for place in owners:
            if nodes := self._called_first(tokens.normal[place], around.named):
                found.put(Mention(place, place + 1, nodes, "part"))
        for place in last:
            for start, end, nodes in islice(slipped(tokens, place, around), 1):
                found.put(Mention(start, end, nodes, "spelling"))
        for start, end in bridged(tokens, runs, hits):
            if nodes := nearly_called(_key(tokens, start, end), around):
                found.put(Mention(start, end, nodes, "spelling"))
        recognised: Mention | None = None
        for start, end in runs:
            inside = found.among(start, end)
            if any(mention.start <= start and end <= mention.end for mention in inside):
                continue
            if recognised and recognised.nodes:  # what comes behind may be joined with it
                around = self._around(recognised.nodes, (*around.named,))
            if recognised := self._recognise(tokens, start, end, around, inside):
                found.put(recognised)
        return found.in_order()

    def _meant(self, tokens: Tokens, hit: NameHit, context: Sequence[int]) -> tuple[int, ...]:
        """What a name may mean, if it is another than the name of its nodes; see `_with_longer`."""
        if not hit.by_other_name:
            return hit.nodes
        return self._with_longer(_key(tokens, hit.start, hit.end), hit.nodes, context)

    def _with_longer(self, key: str, nodes: tuple[int, ...], context: Sequence[int]) -> tuple[int, ...]:
        """Nodes, and what is called so and more near them: "Greek" is of Greece, or the Greek Language."""
        near = self.around((*nodes, *context))
        longer = (node for node in near if self._index.keys[node].startswith(f"{key} "))
        return tuple(dict.fromkeys((*nodes, *longer)))

    def _owners(self, tokens: Tokens, covered: Collection[int]) -> list[int]:
        """Where words in lower case own something that may be first names: "albert's place of residence"."""
        if len(tokens.capitals) > 1 or POSSESSIVE not in tokens.normal:
            return []  # as in most sentences
        words = tokens.normal
        return [
            at
            for at in range(len(words) - 1)
            if words[at + 1] == POSSESSIVE
            and at not in covered
            and tokens.surface[at].islower()
            and words[at] not in self._called.all
            and words[at] not in words_of("empty")
        ]

    def _called_first(self, word: str, nodes: Sequence[int]) -> tuple[int, ...]:
        """The one of some nodes whose name begins with a word; none where several do."""
        called = [node for node in nodes if self._index.keys[node].startswith(f"{word} ")]
        return tuple(called) if len(called) == 1 else ()

    def exactly(self, key: str, context: Sequence[int]) -> tuple[int, ...]:
        """What bears a name, or is meant by it near a context; none where no name is written so."""
        exact = self._index.named(key)
        is_other = all(self._index.keys[node] != key for node in exact)
        return self._with_longer(key, exact, context) if exact and is_other else exact

    def resolve(self, key: str, context: Sequence[int]) -> Recognised:
        """What a name means: exactly, else as part or misspelling of the name of a context's node."""
        if exact := self.exactly(key, context):
            return exact, "name"
        around = self._around((), tuple(context))
        return self._nearly(key, around)

    def around(self, nodes: Iterable[int]) -> list[int]:
        """Nodes, and those that facts join with them."""
        centres = list(nodes)
        joined = (node for centre in centres for node in self._neighbours(centre))
        return list(dict.fromkeys((*centres, *joined)))

    def _recognise(
        self, tokens: Tokens, start: int, end: int, around: Surroundings, overlapping: Sequence[Mention]
    ) -> Mention | None:
        """What a run means; None when nothing is known of it and it is no name of its own."""
        if end - start == 2 and any(_is_value(tokens, one) and one.end == end for one in overlapping):
            end -= 1  # "Moss 2140, …"
        if of_both := self._with_and(tokens, start, end, around):
            return of_both
        key = _key(tokens, start, end)
        for opening, closing in parts_of(tokens, start, end):
            whole = (opening, closing) == (start, end)
            if not whole and any(one.start < closing and opening < one.end for one in overlapping):
                continue
            part = _key(tokens, opening, closing)
            nodes, how = self._nearly(part, around)
            if not nodes and tokens.surface[opening].isupper():
                nodes, how = self._abbreviated(part, around), "part"
            if not nodes and is_told_of(tokens, opening, closing):
                nodes, how = self._anywhere(part), "part"
            if nodes:
                return Mention(opening, closing, nodes, how)
        if tokens.normal[start - 1 : start] == ["the"] and (
            nodes := nearly_called(_key(tokens, start - 1, end), around)
        ):
            return Mention(start - 1, end, nodes, "spelling")  # "The Collcetion"
        for longer in range(end + 1, min(end + _MORE_WORDS, len(tokens.normal)) + 1):
            if nodes := nearly_called(_key(tokens, start, longer), around):
                return Mention(start, longer, nodes, "spelling")  # "Ganngsta rap": no capital in the rest
        words = [word for word in key.split() if word not in words_of("empty") and not word.isdigit()]
        if all(word in self._called.all or word in TITLES for word in words):
            return None
        if in_brackets(tokens, start):
            return None  # a remark: "(a direct edge in the KG)"
        if len(words) == 1 and opens_sentence(tokens, start):
            return None  # "Presumably, …", "Hop 1: …": a sentence begins with a capital, whatever the word
        if qualifies(tokens, start, end):
            return None
        inside = [mention for mention in overlapping if start <= mention.start and mention.end <= end]
        if inside and opens_sentence(tokens, start):
            between = tokens.normal[start + 1 : inside[0].start]
            if between and PARTICLES.issuperset(between):
                return None  # "Parentage of H: …", "Ships of the H: …"
        if all(is_longer_name(tokens, start, mention.start) for mention in inside):
            return Mention(start, end, *_UNKNOWN)
        return None

    def _with_and(self, tokens: Tokens, start: int, end: int, around: Surroundings) -> Mention | None:
        """A run and the one behind "and" as a misspelt name of both: "Maria of Saxe-Coburg and Goha"."""
        if (
            tokens.normal[end : end + 1] != ["and"]
            or not "".join(tokens.surface[end + 1 : end + 2])[:1].isupper()
        ):
            return None
        near = nearly_called(_key(tokens, start, end + 2), around)
        nodes = tuple([node for node in near if " and " in around.keys[node]])
        return Mention(start, end + 2, nodes, "spelling") if nodes else None

    def _nearly(self, key: str, around: Surroundings) -> Recognised:
        """What a run's words mean as part of a near name, or as a near name misspelt."""
        for nodes in (around.named, around.joined):
            if found := self._partly(key, nodes) or self._addressed(key, nodes):
                return found, "part"
        return nearly_called(key, around), "spelling"

    def _abbreviated(self, key: str, around: Surroundings) -> tuple[int, ...]:
        """The one near node of whose name these are the initials: "CML", "TNF-α"."""
        found = [node for node, name in around.keys.items() if are_initials(key, name)]
        return tuple(found) if len(found) == 1 else ()

    def _partly(self, key: str, nodes: Sequence[int]) -> tuple[int, ...]:
        """Those of some nodes whose name holds these words, else the one whose name has more within them."""
        words = key.split()
        if all(word in words_of("empty") or word in PARTICLES for word in words):
            return ()
        keys = self._index.keys
        found = tuple([node for node in nodes if key in keys[node] and is_part(key, keys[node])])
        if found or len(words) < 2:
            return found
        found = tuple(
            [
                node
                for node in nodes
                if keys[node].endswith(words[-1])
                and (leaves_out(key, keys[node]) or has_initials(key, keys[node]))
            ]
        )
        return found if len(found) == 1 else ()

    def _addressed(self, key: str, nodes: Sequence[int]) -> tuple[int, ...]:
        """Those of some nodes that a title and a part of their names may mean."""
        bare, keys = without_title(key), self._index.keys
        found = self._partly(bare, nodes) if bare else ()
        return tuple([node for node in found if may_be_called(key, keys[node])])

    def _anywhere(self, key: str) -> tuple[int, ...]:
        """The one node whose name may be cut short so, and those joined to it that are called after it."""
        ends = self._index.ending_with(key) or self._index.with_ends(key)
        ends = ends or self._addressed(key, self._index.ending_with(without_title(key)))
        joined = (node for end in ends for node in self._neighbours(end))
        return (*ends, *(node for node in joined if stands_before(key, self._index.keys[node])))

    def _find_around(self, named: tuple[int, ...], context: tuple[int, ...]) -> Surroundings:
        centres = dict.fromkeys([*named, *context])
        joined = dict.fromkeys(
            node for centre in centres for node in self._neighbours(centre) if node not in centres
        )
        keys = self._index.keys
        return Surroundings(list(centres), list(joined), {node: keys[node] for node in (*centres, *joined)})


def _key(tokens: Tokens, start: int, end: int) -> str:
    return " ".join("s" if word == POSSESSIVE else word for word in tokens.normal[start:end] if word)


def _is_value(tokens: Tokens, mention: Mention) -> bool:
    """Whether a mention is a number alone, too long to tell a thing from others of its name."""
    number = tokens.normal[mention.start]
    return mention.end == mention.start + 1 and number.isdigit() and len(number) >= _LONG_NUMBER
