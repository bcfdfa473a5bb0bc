"""Words that stand for something named before: pronouns, "that person", "who"."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from ...ext.words import NameHit
from .inflection import participles, tells_what_of
from .lexicon import ARTICLES, POSSESSIVES, PREPOSITIONS, general_lexicon, lemma, singular
from .slots import EMPTY
from .tokens import POSSESSIVE, Tokens

Kind = Literal["personal", "relative"]
Phrases = Mapping[str, Sequence[list[str]]]
"""By their first word."""


def _by_first_word(phrases: Iterable[list[str]]) -> Phrases:
    found: defaultdict[str, list[list[str]]] = defaultdict(list)
    for said in phrases:
        found[said[0]].append(said)
    return dict(found)


_PERSONAL = frozenset(
    """
    he she it they him them his her hers their theirs its
    er sie ihm ihn dieser diese dieses ihr ihre sein seine 他 她 它
    """.split()
)
_RELATIVE = frozenset({"who", "which", "whose", "whom"})
_DEMONSTRATIVES = frozenset({"that", "this", "these", "those", "said", "the"})
_DEFINITE = frozenset({"the", "said"})
_ORDERING = frozenset({"next", "last", "previous", "following"})  # "the next thing is …"
# "The mother of H", "the father in question": not spoken of, but told apart.
_BEHIND_ROLES = frozenset("of in for to at on from by that which who whose and or here as we i you".split())
# "the place just found", "the relative reached in this way", "the person to whom this leads"
_FOUND = frozenset(
    """
    found reached identified obtained established named mentioned discovered located determined derived met
    described introduced
    """.split()
)
_BEFORE_FOUND = frozenset("that which whom just we i have has had been already previously thus now".split())
_BEHIND_FOUND = _by_first_word(
    phrase.split()
    for phrase in "so far|thus far|in this way|this way|above|before|here|earlier|just now".split("|")
)
_LED_TO = _by_first_word(
    phrase.split()
    for phrase in (
        "we arrived at|arrived at|in question|to whom this leads|to which this leads|this leads to"
    ).split("|")
)
# Behind "this" and "that": parts of the reasoning, and verbs.
_ABSTRACT = frozenset(
    """
    also answer answers another brings case chain chains conclusion connection could evidence fact facts
    finding follows from gets gives goes have holds information implies indicates just knowledge leads
    leaves line makes matter means might moment much must only paper part path point points question reason
    reasoning relation relationship result results same settles should shows side some statement step steps
    suggests takes tells text time token
    that then there they thing third time turn turns very walk were what when
    which will with work would yields your question
    """.split()
)
_BEFORE_OBJECTS = frozenset("of in into on onto from for by with at to through".split())
# Behind "in this" and "of that": what sets a scene, and is nothing that was named.
_SETTINGS = frozenset(
    """
    year month week day date time moment period era age century decade season kind type sort way manner sense
    context respect regard role capacity form list table graph data dataset account purpose occasion category
    process method approach instance situation example setting section set subset sentence summary
    """.split()
)
# What stands between "the" and a noun that was named before; a hyphen is a mark.
_SAME = _by_first_word(
    phrase.split("_")
    for phrase in (
        "same|very|said|selfsame|aforementioned|abovementioned|aforesaid|last__mentioned|last_mentioned"
        "|last__named|last_named|above__mentioned|above__named|just__mentioned|just__named|previously_mentioned|before__mentioned"
    ).split("|")
)
_POST = re.compile(r".(?:[ts]or|er|ant|ent|ist|ian|man|lady|lord|ess|head|chief)$")  # what someone may be
_LONGEST_ROLE = 3  # words of "lead graphic designer"
# "what they call" by people in general; "Max is a he"
_NO_ONE = (["what", "they"], ["a", "he"], ["a", "she"])
_MODALS = frozenset("may can could might must should would will".split())
_UNDERSTANDING = frozenset("understand recall remember see have".split())
_SEEMING = frozenset("follows seems appears turns means".split())
_CLEFTS = frozenset({"that", "who", "where", "which", "whom"})
_OWED_BIRTH = (["owe", "birth"], ["owes", "birth"], ["owed", "birth"])
_TELLING = frozenset(
    "graph data dataset database kg records sources archives files facts entries triples".split()
)
_BEFORE_CLAUSES = frozenset({"and", "that", "since", "because"})
_LATTER = frozenset({"latter", "former"})
_NOUNS = frozenset(
    """
    one person man woman individual figure people lady gentleman guy boy girl child ruler monarch king queen
    prince princess emperor empress duke duchess place city town village country nation region state
    island film movie book novel song album track recording release band group team company organisation
    organization institution school university work artist actor actress author writer composer singer
    entity thing disease condition gene drug compound protein animal species firm business agency department
    office foundation museum hospital church building house bridge tower ship vessel boat station airport
    river lake mountain hotel park garden farm estate painting poem play opera symphony magazine newspaper
    journal club league tournament festival award prize programme program project treaty battle war
    """.split()
)
# "his life", "her death": part of a phrase, not of anyone's relation.
_PHRASAL = frozenset(
    """
    part turn case life end death last final days home living way name own first breath moments hours years
    words rest lifetime craft trade skills
    """.split()
)
_ENDING = frozenset("ended ends ending took takes claimed claims cost costs".split())
_ORDINAL = frozenset({"first", "last", "final"})
_NO_PARTICIPLES = frozenset("based indeed related compared united need speed".split())
_WHERE = frozenset({"there"})
_BEFORE_EXPLETIVES = frozenset(
    """
    that and but so if because since as or whether then while where when now know think almost nearly getting
    way
    """.split()
)
_FIRST_WORDS = _PERSONAL | _RELATIVE | _DEMONSTRATIVES | _WHERE
_REFERRING = (
    (_FIRST_WORDS - _DEFINITE)
    | _LATTER
    | _FOUND
    | {
        word
        for same in (_SAME, _LED_TO)
        for phrases in same.values()
        for said in phrases
        for word in said
        if word
    }
)  # one of them is in every reference


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
    if _REFERRING.isdisjoint(words) and not definite:
        return []
    found: list[Reference] = []
    for at, word in enumerate(words):
        if word not in _FIRST_WORDS:
            continue
        following = words[at + 1] if at + 1 < len(words) else ""
        if (word == "it" and _is_expletive(words, at)) or words[at - 1 : at + 1] in _NO_ONE:
            continue
        if word == "them" and _is_of_roles(words, at):
            continue
        if word in _PERSONAL:
            possessive = word in POSSESSIVES and following.isalpha() and following not in ("in", "and", "to")
            if following in _ORDINAL and at + 2 < len(words):
                following = words[at + 2]  # "its last keeper", but "her last days"
            in_phrase = possessive and following in _PHRASAL and not _is_of_a_home(words, at + 1)
            in_phrase = in_phrase or words[at - 1 : at + 2 : 2] in _OWED_BIRTH
            if not in_phrase or _is_told_of_the_end(words, at):
                found.append(Reference(at, at + 1, "personal", possessive))
        elif word in _RELATIVE and at:
            found.append(Reference(at, at + 1, "relative", word == "whose"))
        elif word in _WHERE:
            if at and _tells_where(tokens, at):
                found.append(Reference(at, at + 1, "personal", False))
        elif definite and _points_at_one(words, at):
            found.append(Reference(at, at + 1, "personal", False))
        elif definite and word == "the" and _is_theirs(tokens, at):
            found.append(Reference(at, at + 1, "personal", True))
        elif word in _DEMONSTRATIVES and at + 1 < len(words):
            end = _past(words, at + 1, _SAME) + 1
            noun = words[end - 1] if end <= len(words) else ""
            if _is_qualified(words, at, end):  # "that directed episode", "the enclosing territory just named"
                noun, end = words[end], end + 1
            end = _past_finding(words, end)
            is_role = definite and word == "the" and _is_spoken_of(tokens, at, end)
            is_object = definite and _is_object(tokens, at)
            if noun in _LATTER or is_role or is_object or _may_be_meant(tokens, at, noun, end):
                found.append(Reference(at, end, "personal", words[end : end + 1] == ["'s"]))
    return found


def _tells_where(tokens: Tokens, at: int) -> bool:
    """Whether "there" tells where someone is spoken of: "the curator there is H"; not "there is"."""
    words = tokens.normal
    following = words[at + 1] if at + 1 < len(words) else ""
    if at == 1:  # "Curator there: H"
        role = words[0] in general_lexicon().roles or _POST.search(words[0])
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
    if not before or before in _BEFORE_EXPLETIVES or lemma(before) == "be" or following in _MODALS:
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
    if not names or len(words) < _LONGEST_ROLE or words[1] not in PREPOSITIONS:
        return False
    regular = words[0].endswith("ed") and words[0] not in _NO_PARTICIPLES
    if names[0].start > _LONGEST_ROLE or not (regular or words[0] == "born" or words[0] in participles()):
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
    if end >= len(words) or words[end - 1] in _ORDERING or not _opens_clause(words, at):
        return False
    noun, following = words[end - 1], words[end]
    if noun in _TELLING:
        return False  # "the graph has T as H's parent"
    if singular(following) in general_lexicon().roles and lemma("".join(words[end + 1 : end + 2])) == "be":
        return False  # "the biological parent is …"
    goes_on = following == POSSESSIVE or (following.isalpha() and tokens.surface[end].islower())
    if singular(noun) not in general_lexicon().roles and not (goes_on and _is_a_noun(tokens, end - 1)):
        return False
    if lemma(following) in ("be", "have"):  # where all is in lower case, a name may follow
        told = tokens.surface[end + 1 : end + 2]
        return told != [] and told[0][0].islower() and bool(tokens.capitals)
    if tells_what_of(following) and words[end + 1 : end + 2] in (["for"], ["as"], ["by"], ["of"]):
        return False  # "the father recorded for H"
    return following == POSSESSIVE or (following.isalpha() and following not in _BEHIND_ROLES)


def _is_of_a_home(words: list[str], at: int) -> bool:
    """Whether "home" only tells where something is from: "her home town", "their home ground"."""
    noun = "".join(words[at + 1 : at + 2])
    may_be = noun.isalpha() and noun not in EMPTY | PREPOSITIONS and lemma(noun) not in ("be", "have")
    return words[at] == "home" and may_be and not noun.endswith("ed")


def _is_told_of_the_end(words: list[str], at: int) -> bool:
    """Whether a sentence tells of someone's death: "the cause of her death", "ended his life"."""
    before, noun, following = "".join(words[at - 1 : at]), words[at + 1], "".join(words[at + 2 : at + 3])
    if noun == "death":
        return before in ("of", "for") or (_opens_clause(words, at) and lemma(following) == "be")
    if noun in ("life", "home") and _opens_clause(words, at) and lemma(following) == "be":
        return True  # "her life was cut short by …", "her home was in …"
    return noun == "life" and before in _ENDING and words[max(0, at - 2) : at - 1] in (["that"], ["which"])


def _is_of_roles(words: list[str], at: int) -> bool:
    """Whether "one of them" is one of some that the sentence has called by a role: "of H's parents one …"."""
    roles = general_lexicon().roles
    plural = any(word in roles and word != singular(word) for word in words[: at - 2])
    return plural and words[max(0, at - 2) : at] == ["one", "of"]


def _is_object(tokens: Tokens, at: int) -> bool:
    """Whether "this" and "that" tell what of what was named is spoken of: "the host of that match"."""
    words = tokens.normal
    if words[at] not in ("this", "that") or words[at - 1 : at] == [] or words[at - 1] not in _BEFORE_OBJECTS:
        return False
    noun = words[at + 1]
    may_be = singular(noun) in general_lexicon().roles or (len(noun) > 3 and noun.isalpha())
    return may_be and tokens.surface[at + 1].islower() and noun not in _SETTINGS | _ABSTRACT


def _points_at_one(words: list[str], at: int) -> bool:
    """Whether a sentence opens with "that is one of …", of what was named last."""
    opens = at == 0 and words[at] in ("that", "this") and words[2:4] == ["one", "of"]
    return opens and (words[1] == POSSESSIVE or lemma(words[1]) == "be")


def _is_theirs(tokens: Tokens, at: int) -> bool:
    """Whether "the" and a role open who has it: "the lead designer was T", where it is theirs."""
    words = tokens.normal
    end = at + 1
    while end < min(at + 1 + _LONGEST_ROLE, len(words)) and _is_a_noun(tokens, end):
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
        and word not in _ABSTRACT | _ORDERING | _BEHIND_ROLES | _MODALS | _DEMONSTRATIVES
    )


def _past_finding(words: list[str], start: int) -> int:
    """Behind words that say how something was come by ("just found", "reached so far"), else `start`."""
    if (led := _past(words, start, _LED_TO)) > start:
        return led
    at = start
    while at < len(words) and words[at] in _BEFORE_FOUND:
        at += 1
    if at >= len(words) or words[at] not in _FOUND:
        return start
    end = _past(words, at + 1, _BEHIND_FOUND)
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
    if words[at] == "said" and noun in _NOUNS | general_lexicon().roles:
        return _opens_clause(words, at) or words[at - 1] in _BEFORE_OBJECTS  # not "she said people knew"
    if words[at] in _DEFINITE:
        return end > at + 2 and noun.isalpha() and noun not in _ABSTRACT
    same = _past(words, at + 1, _SAME) > at + 1
    if same or (
        words[at] == "that"
        and (_opens_clause(words, at) or words[end : end + 1] == [POSSESSIVE])
        and singular(noun) in general_lexicon().roles
    ):
        return noun.isalpha() and noun not in _ABSTRACT  # "that same son", "That wife", "that parent's"
    if noun in general_lexicon().roles and noun not in _ABSTRACT:
        # "we know that this spouse", "the town where that son died"; not "we see that parents of H …"
        return words[at] == "this" or (at > 0 and words[end : end + 1] != ["of"])
    if noun == "one" and words[end : end + 1] == ["of"]:
        return False  # "we know that one of …"
    if not _opens_clause(words, at):
        return noun in _NOUNS
    spoken_of = lemma("".join(words[end : end + 1])) in ("be", "have")  # "that cup is"
    return noun in _NOUNS or _may_be_a_noun(words[at], noun, tokens.surface[at + 1], spoken_of)


def _is_qualified(words: list[str], at: int, end: int) -> bool:
    """Whether a word and a noun stand behind "that" or "the", not a verb: "that directed episode"."""
    if end >= len(words) or not (words[end - 1].isalpha() and words[end].isalpha()):
        return False
    if words[at] in _DEFINITE:
        return words[end] not in _BEFORE_FOUND and _past_finding(words, end + 1) > end + 1
    return (
        words[end - 1].endswith(("ed", "ing"))
        and (words[end + 1 : end + 2] == ["'s"] or singular(words[end]) in general_lexicon().roles)
        and words[end - 1] not in _ABSTRACT
    )


def _opens_clause(words: list[str], at: int) -> bool:
    return at == 0 or not words[at - 1] or words[at - 1] in _BEFORE_CLAUSES


def _may_be_a_noun(before: str, word: str, written: str, spoken_of: bool) -> bool:
    """Whether a word behind "this" or "that" is likely to be a noun, of any kind, and no name."""
    shortest = 3 if spoken_of else 4
    if before not in ("this", "that") or len(word) < shortest or not (word.isalpha() and written.islower()):
        return False
    verbal = ("ed", "ing", "wn", "s") if before == "that" else ("ed", "ing", "wn")
    if spoken_of and word.endswith("ing"):
        return word not in _ABSTRACT  # "this building is"
    return word not in _ABSTRACT and not word.endswith(verbal)


def _is_expletive(words: list[str], at: int) -> bool:
    """Whether "it" stands for nothing: "it is known that …", "it was in T that H died", "…, it was in T"."""
    rest = words[at + 1 :]
    if words[at - 1 : at] in (["make"], ["makes"]) and rest[:1] and rest[0] in ARTICLES:
        return True  # "its content makes it a compilation"
    if rest[:1] and rest[0] in _MODALS and rest[1:2] == ["be"] and "that" in rest[2:6]:
        return True  # "it may be noted that …"
    if rest[:1] and (
        rest[0] in _SEEMING or (rest[0] in _MODALS and rest[1:3] in (["seem", "that"], ["appear", "that"]))
    ):
        return True  # "it follows that …", "it would seem that …"
    if at > 2 and words[at - 3] == "as" and words[at - 1] in _UNDERSTANDING:
        return True  # "as I understand it"
    if not rest or not (rest[0] == "'s" or lemma(rest[0]) == "be") or rest[2:3] == ["by"]:
        return False  # "it was written by A, who …"
    if rest[1:2] in (["a"], ["an"]):
        return False  # "it is a treatment for A, which …"
    return not _CLEFTS.isdisjoint(rest) or (at > 0 and rest[1:2] in (["in"], ["at"], ["on"]))
