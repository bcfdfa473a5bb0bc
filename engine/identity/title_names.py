"""What a document's title tells about the names that the document uses."""

import re
from collections.abc import Iterator
from functools import cache

from ..language.function_words import words_of
from ..language.names import says_kind
from ..names import normalise
from ..terms import Document
from ..text.sentences import split_sentences
from .name_parts import one_of, words
from .people import said_of_people
from .spelling import Spellings, parted, spellings
from .terms import Bound, Reason

_LEAD = 400  # characters in which a text says of whom it tells
_WORD = re.compile(r"\w+|[.!?;]")
_REACH = 60  # characters before a name that may say what it is
_SENTENCE = 1_500  # characters that may hold the first sentence


def lists_meanings(text: str) -> bool:
    """Whether a text tells what its title may mean, instead of telling of one thing."""
    return _meanings().search(text[:_LEAD]) is not None


def difference(one: Spellings, other: Spellings) -> Reason | None:
    """The last thing that has to be dropped before two spellings are equal; None where they never are."""
    if one.article != other.article:
        return None
    if one.punctuation != other.punctuation:
        return "article"
    if one.accents != other.accents:
        return "punctuation"
    if one.case != other.case:
        return "accents"
    return "case" if one.written != other.written else "form"


def named_by_title(document: Document, names: list[str]) -> Iterator[Bound]:
    """A name that is the title in another spelling, or without what tells it from others.

    An article that the title has is part of it: "Batman" is not "The Batman". Nor is it a name that the
    document relates to its title, as the singer of an album that bears her name.
    """
    if not document.title or lists_meanings(document.text):
        return
    first = (split_sentences(document.text[:_SENTENCE]) or [""])[0].casefold()
    bare = _bare(document.title, first, document.text)
    own, without = spellings(document.title), spellings(bare)
    for name in names:
        given = spellings(name)
        reason = difference(given, own)
        if reason == "article" and not _is_of_the_sentence(given, first):
            continue
        if reason is None and bare != document.title and (said := difference(given, without)):
            reason = "title" if said != "article" or _is_of_the_sentence(given, first) else None
        if reason is not None and not related_to_title(document, name):
            yield Bound(name, document.title, reason, f"title: {document.title}")


def is_title(name: str, document: Document) -> bool:
    return difference(spellings(name), spellings(document.title)) is not None


def related_to_title(document: Document, name: str) -> bool:
    """Whether a triple relates a name to the title: then it is another thing."""
    return any(
        name in (head, tail)
        and head != tail
        and any(is_title(end, document) for end in (head, tail) if end != name)
        for head, _, tail in document.stated
    )


def _bare(title: str, first: str, text: str) -> str:
    """A title without what tells it from others, in brackets or behind a comma, where the text begins so.

    A comma may as well be part of the name ("Love, Honor and Goodbye"): only the text's own words tell.
    """
    bare, qualifier = parted(title)
    if not qualifier:
        bare, _, qualifier = title.partition(", ")
        if not qualifier or first.startswith(f"{bare}, {qualifier}".casefold()):
            return title
    return bare if _is_subject(bare, first) and not _names_another(bare, qualifier, text) else title


def _names_another(bare: str, qualifier: str, text: str) -> bool:
    """Whether a text calls something else by its title's name: "the woman Pocahontas", "city of Mycenae"."""
    own = normalise(qualifier).split()
    in_a_play = not words("around", "plays").isdisjoint(own)
    for place in re.finditer(rf"(?<!\w){re.escape(bare)}(?!\w)", text):
        said = text[max(0, place.start() - _REACH) : place.start()]
        if in_a_play and _played().search(said):
            return True
        before = _WORD.findall(normalise(said))
        kind = before[-2] if before[-1:] == ["of"] and len(before) > 1 else before[-1] if before else ""
        if kind not in own and (
            kind in said_of_people() or kind in words("around", "namesakes") or says_kind(kind)
        ):
            return True
    return False


def _is_of_the_sentence(name: Spellings, first: str) -> bool:
    """Whether it is the sentence, not the title, that puts an article before a name.

    Before a single word it must be the text's own beginning: "the Queen" is not Queen.
    """
    if name.article == name.punctuation:
        return False
    return not name.is_one_word or first.startswith(name.punctuation)


def _is_subject(bare: str, first: str) -> bool:
    """Whether a text's first sentence begins with a name, and uses it for one thing.

    The third season of a show is another thing than the show; and "Queen is the first album of the band
    Queen" names two.
    """
    name, articles = re.escape(bare.casefold()), "|".join(words_of("articles"))
    opening = re.match(rf"[\"'“(`]*\s*(?:(?:{articles}) )?{name}(?!\w)", first)
    return opening is not None and not re.search(rf"(?<!\w){name}(?!\w)", first[opening.end() :])


@cache
def _meanings() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{one_of('stated', 'meanings')})\b")


@cache
def _played() -> re.Pattern[str]:
    """ "Irene Bedard as ", "in the role as "."""
    return re.compile(rf"\b(?:[A-Z][\w'’-]+,?|{one_of('around', 'played')}) as $")
