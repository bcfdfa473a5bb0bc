"""Words that stand for something named before: pronouns, "that person", "who"."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from ...ext.words import NameHit
from .direction import RECORDS
from .inflection import participles, tells_what_of
from .lexicon import ARTICLES, POSSESSIVES, PREPOSITIONS, general_lexicon, lemma, singular
from .pointing import (
    ABSTRACT,
    BEFORE_CLAUSES,
    BEFORE_EXPLETIVES,
    BEFORE_FOUND,
    BEFORE_OBJECTS,
    BEFORE_QUESTIONS,
    BEHIND_FOUND,
    BEHIND_ROLES,
    CLEFTS,
    DEFINITE,
    DEMONSTRATIVES,
    ENDING,
    FIRST_WORDS,
    FOUND,
    LATTER,
    LED_TO,
    LONGEST_ROLE,
    MODALS,
    NO_ONE,
    NO_PARTICIPLES,
    NOUNS,
    ORDERING,
    ORDINAL,
    OWED_BIRTH,
    PERSONAL,
    PHRASAL,
    POST,
    REFERRING,
    RELATIVE,
    SAME,
    SEEMING,
    SETTINGS,
    TELLING,
    UNDERSTANDING,
    WHERE,
    Phrases,
)
from .slots import EMPTY
from .tokens import POSSESSIVE, Tokens

Kind = Literal["personal", "relative"]
_NO_NOUNS = ABSTRACT | ORDERING | BEHIND_ROLES | MODALS | DEMONSTRATIVES


class Reference(NamedTuple):
    """Words `start` to `end` of a text stand for something named before.

    `possessive`: "his", "whose": something of theirs follows.
    """

    start: int
    end: int
    kind: Kind
    possessive: bool


def find_references(tokens: Tokens, *, definite: bool = False) -> list[Reference]:
    """The references of a text, from left to right.

    Args:
        definite: also "the mother", where more is said of her; and where her name is said, "the" means whose
            mother she is. Also "that match" within a sentence, whatever the noun.
    """
    words = tokens.normal
    if REFERRING.isdisjoint(words) and not definite:
        return []
    found: list[Reference] = []
    last_cleft = max((at for at, word in enumerate(words) if word in CLEFTS), default=-1)
    for at, word in enumerate(words):
        if word not in FIRST_WORDS:
            continue
        following = words[at + 1] if at + 1 < len(words) else ""
        if (word == "it" and _is_expletive(words, at, last_cleft)) or words[at - 1 : at + 1] in NO_ONE:
            continue
        if word == "them" and _is_of_roles(words, at):
            continue
        if word in PERSONAL:
            possessive = word in POSSESSIVES and following.isalpha() and following not in ("in", "and", "to")
            if following in ORDINAL and at + 2 < len(words):
                following = words[at + 2]  # "its last keeper", but "her last days"
            in_phrase = possessive and following in PHRASAL and not _is_of_a_home(words, at + 1)
            in_phrase = in_phrase or words[at - 1 : at + 2 : 2] in OWED_BIRTH or _is_of_a_side(words, at)
            if not in_phrase or _is_told_of_the_end(words, at):
                found.append(Reference(at, at + 1, "personal", possessive))
        elif word in RELATIVE and at and words[at - 1] in BEFORE_QUESTIONS and word != "which":
            continue
        elif word in RELATIVE and at:
            found.append(Reference(at, at + 1, "relative", word == "whose"))
        elif word in WHERE:
            if at and _tells_where(tokens, at):
                found.append(Reference(at, at + 1, "personal", False))
        elif definite and _points_at_one(words, at):
            found.append(Reference(at, at + 1, "personal", False))
        elif definite and word == "the" and _is_theirs(tokens, at):
            found.append(Reference(at, at + 1, "personal", True))
        elif word in DEMONSTRATIVES and at + 1 < len(words):
            end = _past(words, at + 1, SAME) + 1
            noun = words[end - 1] if end <= len(words) else ""
            if _is_qualified(words, at, end):  # "that directed episode", "the enclosing territory just named"
                noun, end = words[end], end + 1
            end = _past_finding(words, end)
            is_role = definite and word == "the" and _is_spoken_of(tokens, at, end)
            is_object = definite and _is_object(tokens, at)
            if noun in LATTER or is_role or is_object or _may_be_meant(tokens, at, noun, end):
                found.append(Reference(at, end, "personal", words[end : end + 1] == ["'s"]))
    return found


def _tells_where(tokens: Tokens, at: int) -> bool:
    """Whether "there" tells where someone is spoken of: "the curator there is H"; not "there is"."""
    words = tokens.normal
    following = words[at + 1] if at + 1 < len(words) else ""
    if at == 1:  # "Curator there: H"
        role = words[0] in general_lexicon().roles or POST.search(words[0])
        return tokens.surface[2:3] == [":"] and bool(role) and words[0] not in EMPTY
    if not _is_a_noun(tokens, at - 1) or words[at - 1] in PREPOSITIONS:
        return False
    thing = words[at - 2] in ARTICLES or (at > 2 and words[at - 3] in ARTICLES)
    return thing and (not following or lemma(following) in ("be", "have"))


def place_told_of(tokens: Tokens) -> int | None:
    """Where "there" may stand for a place named before: "they are bottled there", "who is in charge there?"

    It stands for none where a clause opens with it ("there is …"), or where something is said to be there.
    """
    if "there" not in tokens.normal:
        return None
    at = tokens.normal.index("there")
    before, following = "".join(tokens.normal[max(0, at - 1) : at]), "".join(tokens.normal[at + 1 : at + 2])
    if not before or before in BEFORE_EXPLETIVES or lemma(before) == "be" or following in MODALS:
        return None
    if lemma(following) == "be":
        told = tokens.surface[at + 2 : at + 3]  # "the keeper there is Ann", "it was kept there"
        return at if told and (told[0][0].isupper() or told[0].endswith("ed")) else None
    return at


def leaves_out_its_subject(tokens: Tokens, names: Sequence[NameHit]) -> bool:
    """Whether a sentence opens with what is said of someone named before: "Born in T, the writer …".

    Where a name stands behind a comma and before a word, it is of that: "Born in T, H was …".
    """
    words = tokens.normal
    if not names or len(words) < LONGEST_ROLE or words[1] not in PREPOSITIONS:
        return False
    regular = words[0].endswith("ed") and words[0] not in NO_PARTICIPLES
    if names[0].start > LONGEST_ROLE or not (regular or words[0] == "born" or words[0] in participles()):
        return False
    return "" in words[names[0].end :] and not any(_is_subject(tokens, one) for one in names[1:])


def _is_subject(tokens: Tokens, name: NameHit) -> bool:
    """Whether a clause begins with a name, behind a comma: ", H was", ", the H was"."""
    words = tokens.normal
    at = name.start - (words[name.start - 1] in ARTICLES)
    return not words[at - 1] and bool(words[name.end : name.end + 1]) and words[name.end] != ""


def _is_spoken_of(tokens: Tokens, at: int, end: int) -> bool:
    """Whether "the" and a noun open what is said of someone or something: "the mother died in"."""
    words = tokens.normal
    if end >= len(words) or words[end - 1] in ORDERING or not _opens_clause(words, at):
        return False
    noun, following = words[end - 1], words[end]
    if noun in TELLING or following in RECORDS:
        return False  # "the graph has T as H's parent", "the parent entry of H"
    behind = "".join(words[end + 1 : end + 2])
    if singular(following) in general_lexicon().roles and (lemma(behind) == "be" or behind in BEHIND_ROLES):
        return False  # "the biological parent is …", "the marriage partner of H"
    goes_on = following == POSSESSIVE or (following.isalpha() and tokens.surface[end].islower())
    if singular(noun) not in general_lexicon().roles and not (goes_on and _is_a_noun(tokens, end - 1)):
        return False
    if lemma(following) in ("be", "have"):  # where all is in lower case, a name may follow
        told = tokens.surface[end + 1 : end + 2]
        return told != [] and told[0][0].islower() and any(tokens.capitals)  # but for the first word's
    if tells_what_of(following) and words[end + 1 : end + 2] in (["for"], ["as"], ["by"], ["of"]):
        return False  # "the father recorded for H"
    return following == POSSESSIVE or (following.isalpha() and following not in BEHIND_ROLES)


def _is_of_a_home(words: list[str], at: int) -> bool:
    """Whether "home" only tells where something is from: "her home town", "their home ground"."""
    noun = "".join(words[at + 1 : at + 2])
    may_be = noun.isalpha() and noun not in EMPTY | PREPOSITIONS and lemma(noun) not in ("be", "have")
    return words[at] == "home" and may_be and not noun.endswith("ed")


def _is_of_a_side(words: list[str], at: int) -> bool:
    """Whether a possessive only tells of which parent someone is a child: "on his mother's side"."""
    behind = words[at + 2 : at + 4]
    return words[at - 1 : at] == ["on"] and "side" in (behind if behind[:1] == [POSSESSIVE] else behind[:1])


def _is_told_of_the_end(words: list[str], at: int) -> bool:
    """Whether a sentence tells of someone's death: "the cause of her death", "ended his life"."""
    before, noun, following = "".join(words[at - 1 : at]), words[at + 1], "".join(words[at + 2 : at + 3])
    if noun == "death":
        return before in ("of", "for") or (_opens_clause(words, at) and lemma(following) == "be")
    if noun in ("life", "home") and _opens_clause(words, at) and lemma(following) == "be":
        return True  # "her life was cut short by …", "her home was in …"
    return noun == "life" and before in ENDING and words[max(0, at - 2) : at - 1] in (["that"], ["which"])


def _is_of_roles(words: list[str], at: int) -> bool:
    """Whether "one of them" is one of some that the sentence has called by a role: "of H's parents one …"."""
    roles = general_lexicon().roles
    plural = any(word in roles and word != singular(word) for word in words[: at - 2])
    return plural and words[max(0, at - 2) : at] == ["one", "of"]


def _is_object(tokens: Tokens, at: int) -> bool:
    """Whether "this" and "that" tell what of what was named is spoken of: "the host of that match"."""
    words = tokens.normal
    if words[at] not in ("this", "that") or words[at - 1 : at] == [] or words[at - 1] not in BEFORE_OBJECTS:
        return False
    noun = words[at + 1]
    may_be = singular(noun) in general_lexicon().roles or (len(noun) > 3 and noun.isalpha())
    return may_be and tokens.surface[at + 1].islower() and noun not in SETTINGS | ABSTRACT


def _points_at_one(words: list[str], at: int) -> bool:
    """Whether a sentence opens with "that is one of …", of what was named last."""
    opens = at == 0 and words[at] in ("that", "this") and words[2:4] == ["one", "of"]
    return opens and (words[1] == POSSESSIVE or lemma(words[1]) == "be")


def _is_theirs(tokens: Tokens, at: int) -> bool:
    """Whether "the" and a role open who has it: "the lead designer was T", where it is theirs."""
    words = tokens.normal
    end = at + 1
    while end < min(at + 1 + LONGEST_ROLE, len(words)) and _is_a_noun(tokens, end):
        end += 1
    if words[end : end + 2] == ["", "that"]:
        end += 2  # "The winner... that was T"
    following = tokens.surface[end + 1 : end + 2]
    is_named = bool(following) and (following[0][0].isupper() or following[0][0].isdigit())
    return is_named and end > at + 1 and _opens_clause(words, at) and lemma(words[end]) == "be"


def _is_a_noun(tokens: Tokens, at: int) -> bool:
    """Whether a word is likely to be a noun, or to stand before one, and no part of the reasoning itself."""
    word = tokens.normal[at]
    return (
        word.isalpha()
        and tokens.surface[at].islower()
        and lemma(word) not in ("be", "have")
        and word not in _NO_NOUNS
    )


def _past_finding(words: list[str], start: int) -> int:
    """Behind words that say how something was come by ("just found", "reached so far"), else `start`."""
    if (led := _past(words, start, LED_TO)) > start:
        return led
    at = start
    while at < len(words) and words[at] in BEFORE_FOUND:
        at += 1
    if at >= len(words) or words[at] not in FOUND:
        return start
    end = _past(words, at + 1, BEHIND_FOUND)
    return end if at > start or end > at + 1 else start


def _past(words: list[str], start: int, phrases: Phrases) -> int:
    """Behind the first of the phrases that stands there, else `start`."""
    if start < len(words):
        for said in phrases.get(words[start], ()):
            if words[start : start + len(said)] == said:
                return start + len(said)
    return start


def _may_be_meant(tokens: Tokens, at: int, noun: str, end: int) -> bool:
    """Whether "this …" stands for something named: "that relative", not "that means", "this question".

    "The …" does only where more is said: "the same person", "the person just named".
    """
    words = tokens.normal
    if words[at] == "said" and noun in NOUNS | general_lexicon().roles:
        return _opens_clause(words, at) or words[at - 1] in BEFORE_OBJECTS  # not "she said people knew"
    if words[at] in DEFINITE:
        return end > at + 2 and noun.isalpha() and noun not in ABSTRACT
    same = _past(words, at + 1, SAME) > at + 1
    if same or (
        words[at] == "that"
        and (_opens_clause(words, at) or words[end : end + 1] == [POSSESSIVE])
        and singular(noun) in general_lexicon().roles
    ):
        return noun.isalpha() and noun not in ABSTRACT  # "that same son", "That wife", "that parent's"
    if noun in general_lexicon().roles and noun not in ABSTRACT:
        # "we know that this spouse", "the town where that son died"; not "we see that parents of H …"
        return words[at] == "this" or (at > 0 and words[end : end + 1] != ["of"])
    if noun == "one" and words[end : end + 1] == ["of"]:
        return False  # "we know that one of …"
    if not _opens_clause(words, at):
        return noun in NOUNS
    spoken_of = lemma("".join(words[end : end + 1])) in ("be", "have")  # "that cup is"
    return noun in NOUNS or _may_be_a_noun(words[at], noun, tokens.surface[at + 1], spoken_of)


def _is_qualified(words: list[str], at: int, end: int) -> bool:
    """Whether a word and a noun stand behind "that" or "the", not a verb: "that directed episode"."""
    if end >= len(words) or not (words[end - 1].isalpha() and words[end].isalpha()):
        return False
    if words[at] in DEFINITE:
        return words[end] not in BEFORE_FOUND and _past_finding(words, end + 1) > end + 1
    return (
        words[end - 1].endswith(("ed", "ing"))
        and (words[end + 1 : end + 2] == ["'s"] or singular(words[end]) in general_lexicon().roles)
        and words[end - 1] not in ABSTRACT
    )


def _opens_clause(words: list[str], at: int) -> bool:
    return at == 0 or not words[at - 1] or words[at - 1] in BEFORE_CLAUSES


def _may_be_a_noun(before: str, word: str, written: str, spoken_of: bool) -> bool:
    """Whether a word behind "this" or "that" is likely to be a noun, of any kind, and no name."""
    shortest = 3 if spoken_of else 4
    if before not in ("this", "that") or len(word) < shortest or not (word.isalpha() and written.islower()):
        return False
    verbal = ("ed", "ing", "wn", "s") if before == "that" else ("ed", "ing", "wn")
    if spoken_of and word.endswith("ing"):
        return word not in ABSTRACT  # "this building is"
    return word not in ABSTRACT and not word.endswith(verbal)


def _is_expletive(words: list[str], at: int, last_cleft: int) -> bool:
    """Whether "it" stands for nothing: "it is known that …", "it was in T that H died", "…, it was in T".

    Args:
        last_cleft: the place of the last of CLEFTS in the text.
    """
    rest = words[at + 1 : at + 7]
    if words[at - 1 : at] in (["make"], ["makes"]) and rest[:1] and rest[0] in ARTICLES:
        return True  # "its content makes it a compilation"
    if rest[:1] and rest[0] in MODALS and rest[1:2] == ["be"] and "that" in rest[2:6]:
        return True  # "it may be noted that …"
    if rest[:1] and (
        rest[0] in SEEMING or (rest[0] in MODALS and rest[1:3] in (["seem", "that"], ["appear", "that"]))
    ):
        return True  # "it follows that …", "it would seem that …"
    if at > 2 and words[at - 3] == "as" and words[at - 1] in UNDERSTANDING:
        return True  # "as I understand it"
    if not rest or not (rest[0] == "'s" or lemma(rest[0]) == "be") or rest[2:3] == ["by"]:
        return False  # "it was written by A, who …"
    if rest[1:2] in (["a"], ["an"]):
        return False  # "it is a treatment for A, which …"
    return last_cleft > at or (at > 0 and rest[1:2] in (["in"], ["at"], ["on"]))
