"""Which relations a statement's words can mean between two things that it names."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

from .direction import REACH, direction, slot_within
from .inflection import participles, pasts, verb_forms
from .lexicon import ARTICLES, POSSESSIVES, PREPOSITIONS, Cue, Lexicon, Meaning, kind_of, lemma, singular
from .slots import EMPTY, FIRST, SECOND, THEIRS
from .tokens import POSSESSIVE

_INDEFINITE = frozenset({"a", "an", "one"})
_NEGATIONS = frozenset({"not", "never", "neither", "nor", "no", "none", "t", "cannot", "hardly", "without"})
# "failed to acquire", "is yet to open", "it is false that": by what they mean, these deny.
_DENYING = frozenset(
    tuple(pair.split())
    for pair in (
        "failed to|fails to|fail to|refused to|refuses to|declined to|declines to|unable to|yet to"
        "|neglected to|ceased to|prevented from|barred from|stopped from|false that|wrong that"
        "|incorrect that|untrue that"
        "|doubt that|doubtful that"
    ).split("|")
)
_DOING = frozenset({"do", "does", "did", "don", "doesn", "didn"})  # the last three before "t"
_BEHIND_DOING = _NEGATIONS | {"ever", "actually", "really", "indeed", "also", "even"}
_SIDES = frozenset({"mother", "father", "maternal", "paternal", "mum", "mom", "dad"})
_SHORT_OF_IT = frozenset({"almost", "nearly"})
_NOBODY = frozenset("nobody nothing none no not never cannot t nor".split())
_APART = frozenset({"not", "who", "which", "whose", "whom", "where"})
_PARTING = frozenset({"and", "but"})
_RATHER = {"rather": "than", "instead": "of"}
_NOT_ONLY = frozenset({"only", "just", "merely", "doubt", "less", "other", "surprise", "wonder"})
_UNTIL = frozenset({"until", "till"})
# "H stands after T, being his son": what "being" adds is said of H, unlike what "to be" does.
_LIKE = {"being": "namely"}
# "a child by the name of Max": with the articles gone.
_NAMING = (["by", "name", "of"], ["of", "name", "of"], ["under", "name", "of"], ["with", "name", "of"])
_SLOTS = frozenset({FIRST, SECOND})
_WHERE_DONE = frozenset({"in", "on", "at", "by", "from"})


@dataclass(frozen=True, slots=True, eq=False)
class Wording:
    """What a statement says about ⟨1⟩ and ⟨2⟩. Each is read once, and is the same as itself alone.

    Attributes:
        senses: (sense, direction): direction 1 when ⟨1⟩ is h of the sense, -1 when ⟨2⟩ is, 0 when not told.
        stems: its content words, in the singular.
        negated: the statement denies the relation.
        linked: "be" or "have" stands in it, so that it asserts something even when no other word does.
        text: the words as they were read.
    """

    senses: frozenset[tuple[str, int]]
    stems: frozenset[str]
    negated: bool
    linked: bool
    text: str

    @property
    def is_bare(self) -> bool:
        """Whether nothing but "be" and the like stands there: "⟨1⟩ is ⟨2⟩"."""
        return not self.senses and not self.stems


def read_wording(words: Sequence[str], lexicon: Lexicon) -> Wording:
    """Read the words of a statement.

    Args:
        words: in normal form, with FIRST and SECOND in their places and "'s" behind a possessor.

    >>> from .lexicon import general_lexicon
    >>> read_wording([FIRST, "'s", "father", "is", SECOND], general_lexicon()).senses
    frozenset({('parent', 1)})
    """
    kept = _kept(_with_kinds(_as_told(words[_opening(words) :], lexicon), lexicon))
    way = 1
    if kept[0] in PREPOSITIONS and kept[1:3] == [FIRST, SECOND] and len(kept) > 3:
        # "By that, T was overruled": "T was overruled by that"
        kept, way = [FIRST, *kept[3:], kept[0], SECOND], -1
    nouns = (word.removeprefix("a ") for word in kept if word[0].isalnum() and word not in EMPTY)
    stems = frozenset(map(singular, nouns))
    cues = [
        cue
        for cue in lexicon.cues(kept)
        if _tells(kept[cue.start : cue.end], stems) and not _is_many(kept, cue)
    ]
    senses = frozenset(
        (meaning.sense, meaning.forward and way * meaning.forward * direction(kept, cue, meaning))
        for cue in cues
        for meaning in _meanings(kept, cue)
    )
    senses |= _around_second(kept, lexicon)
    told = {sense for sense, direction in senses if direction}
    senses = frozenset(one for one in senses if one[1] or one[0] not in told)
    linked = "be" in kept or "have" in kept
    # "must not be used in" says what it says: that two things do not go together.
    means_it = any(not _NEGATIONS.isdisjoint(kept[cue.start : cue.end]) for cue in cues)
    return Wording(senses, stems, not means_it and _is_negated(words), linked, " ".join(words))


def _meanings(kept: list[str], cue: Cue) -> Sequence[Meaning]:
    """What a cue may mean where it stands: between two things "sponsors" is a verb, not a noun."""
    between = kept[cue.start - 1 : cue.start] == [FIRST] and kept[cue.end : cue.end + 1] == [SECOND]
    if between and kept[cue.end - 1].endswith("s"):
        return [meaning for meaning in cue.meanings if meaning.part != "role"] or cue.meanings
    return cue.meanings


def _around_second(kept: list[str], lexicon: Lexicon) -> frozenset[tuple[str, int]]:
    """What phrases mean that stand around ⟨2⟩: "brought ⟨2⟩ into the world", "took ⟨2⟩ to wife"."""
    first, second = kept.index(FIRST), kept.index(SECOND)
    if not first < second < len(kept) - 1:
        return frozenset()
    closed = kept[first + 1 : second] + kept[second + 1 :]
    place = second - first - 1
    return frozenset(
        (meaning.sense, meaning.forward)
        for cue in lexicon.cues(closed)
        if cue.start < place < cue.end
        for meaning in cue.meanings
        if meaning.part == "verb"
    )


def _opening(words: Sequence[str]) -> int:
    """How many words only open a statement: "Next, ⟨1⟩ …"."""
    marks = [at for at, word in enumerate(words[: words.index(FIRST)]) if not word]
    return marks[0] if marks and EMPTY.issuperset(words[: marks[0]]) else 0


def _as_told(words: Sequence[str], lexicon: Lexicon) -> Sequence[str]:
    """With verbs as the lexicon has them, where "did" leaves their base: "did not die of" is "died of"."""
    told = list(words)
    for at, word in enumerate(words):
        if word not in _DOING:
            continue
        verb = next((place for place in range(at + 1, len(words)) if words[place] not in _BEHIND_DOING), at)
        if verb > at and words[verb].isalpha() and words[verb] not in lexicon.words:
            told[verb] = min(pasts(words[verb]) & lexicon.words, default=words[verb])
    return told


def _with_kinds(words: Sequence[str], lexicon: Lexicon) -> list[str]:
    """With the nouns marked that say what something is: "a northern region of", "one of the states"."""
    marked = list(words)
    for at, word in enumerate(words):
        if word in _INDEFINITE:
            behind = range(at + 1, min(at + 1 + REACH, len(words)))
            noun = next((place for place in behind if kind_of(words[place]) in lexicon.words), None)
            if noun is not None and not slot_within(marked, at, noun):
                marked[noun] = kind_of(words[noun])
    return marked


def _tells(cue: Sequence[str], stems: Collection[str]) -> bool:
    """Whether a cue counts: "is in" only where nothing else is said, not in "'s final moments were in"."""
    return not stems or any(word not in EMPTY for word in cue)


def _is_many(kept: list[str], cue: Cue) -> bool:
    """Whether what may be a verb is a noun in the plural: "on the nests of" is not "nests in"."""
    is_noun = (
        cue.end == cue.start + 1 and kept[cue.start].endswith("s") and kept[cue.end : cue.end + 1] == ["of"]
    )
    led = cue.start > 0 and kept[cue.start - 1] in PREPOSITIONS
    return is_noun and led and all(meaning.part == "verb" for meaning in cue.meanings)


def _kept(words: Sequence[str]) -> list[str]:
    """Without marks, articles and possessives; "be" and "have" in one form.

    A possessive behind both slots is kept: it ascribes what follows to the first ("calls ⟨2⟩ her …").
    """
    if "charge" in words:
        words = _in_their_charge(words)
    if "as" in words:
        words = _without_what_as(words)
    if "side" in words:
        words = _without_side(words)
    behind = list(words).index(FIRST) + 1
    if behind < len(words) and not words[behind]:
        words = _with_verb(words, behind + 1)
    kept = _without_naming([_LIKE.get(word, lemma(word)) for word in words if word and word not in ARTICLES])
    behind = kept.index(SECOND)
    return [
        THEIRS if word in POSSESSIVES else word
        for at, word in enumerate(kept)
        if word not in POSSESSIVES or at > behind
    ]


def _without_what_as(words: Sequence[str]) -> Sequence[str]:
    """Without what is only told as what something was done: "was produced as a film in"."""
    at = list(words).index("as")
    done = at > 0 and (words[at - 1].endswith("ed") or words[at - 1] in participles())
    if not done or list(words[at + 1 : at + 2]) not in (["a"], ["an"]):
        return words
    end = next((end for end in range(at + 3, min(at + 5, len(words))) if words[end] in _WHERE_DONE), None)
    if end is None or not _SLOTS.isdisjoint(words[at:end]):
        return words
    return [*words[:at], *words[end:]]


def _without_side(words: Sequence[str]) -> Sequence[str]:
    """Without "on his mother's side", "on the paternal side": of which parent someone is a child."""
    at = list(words).index("side")
    parent = at - 1 - (words[at - 1] == POSSESSIVE)
    opens = parent > 1 and words[parent - 2] == "on" and words[parent - 1] in POSSESSIVES | ARTICLES
    if not opens or words[parent] not in _SIDES:
        return words  # "on the ⟨1⟩ side of ⟨2⟩"
    return [*words[: parent - 2], *words[at + 1 :]]


def _with_verb(words: Sequence[str], at: int) -> Sequence[str]:
    """With the "be" that stands for in an apposition: "⟨1⟩, housed at ⟨2⟩, …"."""
    opens = words[at] if at < len(words) - 1 else ""
    is_told = (opens.endswith("ed") or opens in participles()) and words[at + 1] in PREPOSITIONS
    return [*words[:at], "be", *words[at:]] if is_told else words


def _in_their_charge(words: Sequence[str]) -> list[str]:
    """With "in the charge of", which without its article would be "in charge of", the other way round."""
    at = list(words).index("charge")
    if list(words[max(0, at - 2) : at]) == ["in", "the"] and words[at + 1 : at + 2]:
        return [*words[: at - 2], "under", *words[at - 1 :]]
    return list(words)


def _without_naming(words: list[str]) -> list[str]:
    """Without "by the name of", whose "by" and "of" say nothing of who is whose."""
    if "name" not in words:
        return words
    at = words.index("name") - 1
    return words[:at] + words[at + 3 :] if at >= 0 and words[at : at + 3] in _NAMING else words


def _with_denials(words: Sequence[str]) -> list[str]:
    """With "rather than" and "instead of" as what they mean: ", not"."""
    pairs = list(zip(words, [*words[1:], ""], strict=True))
    for at, (word, following) in enumerate(pairs):
        if following and _RATHER.get(word) == following:
            pairs[at : at + 2] = [("", ""), ("not", "")]
    return [word for word, _ in pairs]


def _is_negated(words: Sequence[str]) -> bool:
    """Whether the statement denies; words before ⟨1⟩ and a comma do not ("If I am not wrong, …").

    Nor does what only sets something else apart, or what is said besides: "⟨1⟩, not the other one, is ⟨2⟩,
    who never wrote", "⟨1⟩ is ⟨2⟩ and not in use", "⟨1⟩ is not a king but ⟨2⟩".
    """
    if "but" in words and _is_put_right(words):
        return False
    words = words if _RATHER.keys().isdisjoint(words) else _with_denials(words)
    first = list(words).index(FIRST)
    opening = max((at + 1 for at, word in enumerate(words[:first]) if not word), default=0)
    parted = groupby(words[opening:], lambda word: bool(word) and word not in _PARTING)
    parts = [list(part) for is_part, part in parted if is_part]
    behind = max(number for number, part in enumerate(parts) if not _SLOTS.isdisjoint(part))
    said = [
        word
        for number, part in enumerate(parts)
        if not _SLOTS.isdisjoint(part) or (number < behind and part[0] not in _APART)
        for word in part
    ]
    if not _UNTIL.isdisjoint(said):
        return False  # "was not discovered until 1932"
    if "without" in said and not _NOBODY.isdisjoint(words):
        return False  # "nobody gets into T without H"
    return any(_denies(said, at) for at in range(len(said)))


def _denies(said: Sequence[str], at: int) -> bool:
    """Whether a word denies what is said; "no doubt that" and "never failed to" do not."""
    word, *behind = *said[at : at + 3], "", ""
    if word in _NEGATIONS:
        return behind[0] not in _NOT_ONLY and (behind[0], behind[1]) not in _DENYING
    if at and said[at - 1] in _NEGATIONS:
        return False
    return (word, behind[0]) in _DENYING or (word in _SHORT_OF_IT and bool(verb_forms(behind[0])))


def _is_put_right(words: Sequence[str]) -> bool:
    """Whether ⟨2⟩ stands for something else that is denied: "⟨1⟩ was not female but ⟨2⟩"."""
    first, second = words.index(FIRST), words.index(SECOND)
    between = [word for word in words[first + 1 : second] if word not in ARTICLES]
    goes_on = [lemma(word) for word in words[second + 1 : second + 2]] == ["be"]  # "H is not king but T is"
    return between[-1:] == ["but"] and "not" in between and not goes_on
