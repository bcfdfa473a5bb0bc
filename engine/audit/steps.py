"""From the text of a chain of thought to its steps and its answer.

Reference: Direct Evaluation of CoT, Appendices C.5 and F.2: numbered steps, then "So the answer is (X).".
Real chains stray from that form, so bullets, "Step n:" and plain sentences are read as well.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..answers.given import Answer, find_answers
from ..text.sentences import OPENING_LOW, split_sentences
from .layout import plain_lines

# Within a line, words that cannot begin a mark are passed over by their first letter.
_MARKER = re.compile(
    r"(?<!\S)(?:(?P<indent>^[ \t]*)|(?=[(\[#\dfhpst]))"
    r"(?:(?P<word>\(?(?:step|hop|stage|thought|fact|part)[ \t]+(?:no\.?[ \t]*)?#?(?P<a>\d{1,3})"
    r"(?:[ \t]*[.:：)/\-–—]+(?=\s|$)|(?=[ \t]*\n)))"
    r"|(?P<titled>(?:(?<=\n)|(?<!.))[a-z][a-z-]{2,12}[ \t]+"
    r"(?:#?(?:\d{1,2}(?:/\d{1,2})?|[a-h])|(?<=panel |slide |point |stage |claim )[ivx]{1,4}"
    r"|(?<=part |note |card |step |item |line |fact )[ivx]{1,4})(?:[:)]|[ \t]+[–—-])(?=[ \t]))"
    r"|(?P<noted>(?:(?<=\n)|(?<!.))(?:note|card|slide|item|line|entry|point|clue|link|claim|move|phase|section"
    r"|lemma|premise)"
    r"[ \t]+\d{1,2}\.(?=[ \t])|(?:(?<=\n)|(?<!.))(?:[a-z]+[ \t]+\d{1,2} of \d{1,2}[:.]"
    r"|={2,}[ ]?[IVX\d]{1,4}[ ]?={2,})(?=[ \t]))"
    r"|(?P<spelt>(?:(?<=\n)|(?<!.))(?:(?:step|hop|stage|part|fact) (?:one|two|three|four|five|six)"
    r"|(?:first|second|third|fourth|fifth|final|last) (?:step|hop|stage|fact|link))"
    r"(?:[:.)]|[ \t]*(?:[–—-]|>>?))(?=[ \t]))"
    r"|(?P<boxed>\[(?:[a-z]{1,8}[ =:.#])?\d{1,3}\]|#\d{1,3}:?|(?:(?<=\n)|(?<!.))0\d(?=[ \t])"
    r"|\d{1,2}(?=[ \t]+[-–—/][ \t]))(?:[ \t]+[-–—/])?(?=\s)"
    r"|(?P<closed>\((?P<b>\d{1,3})(?:/\d{1,3})?\)[:.]?|(?P<c>\d{1,3})[)/])(?=\s|$)"
    r"|(?P<dotted>(?P<d>\d{1,2})(?:[.:][-–—)]?(?=\s|$)|[、．]))"
    r"|(?P<keycap>\d\ufe0f?\u20e3)(?=\s|$)"
    r"|(?P<letter>(?<!.)(?:[A-H]|[IVX]{1,4}))[.:](?=[ \t])"
    r"|(?P<bullet>(?:[-+*•‣▪–>»›▸▶►◆■●○◦✔✓🔹🔸➡→⇒]\ufe0f?|[-–=]>|--|§?\d{1,2}\.\d{1,2}|[§¶]\d{1,3}|//|\\item"
    r"|\(?[a-hivx]{1,4}\))(?=[ \t])(?:[ \t]+\[[ xX✓✔]\](?=[ \t]))?))",
    re.IGNORECASE | re.MULTILINE,
)
# A line that begins in lower case, unless it opens a sentence all the same ("so …", "ans = …").
_LINE_GOES_ON = re.compile(rf"(?<![.!?])\n(?=[a-zß-öø-ÿ])(?!{OPENING_LOW})")
# An empty line, and what follows is not indented, as what belongs to an item may be.
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*?(?=^\S)", re.MULTILINE)
_DIGIT = re.compile(r"\d")
# What stands before a number that begins a step within a line.
_AFTER_A_STEP = re.compile(r"[.!?;:,…。！？；，)\]\"'”’*]\s*$")
_REACH = 20
_FEWEST_TITLED = 2


class ParsedText(NamedTuple):
    """What the text of a chain of thought says: its steps in order, and the answer that it gives, if any.

    `lead_in` is what stands before the first of numbered steps or bullets, mostly a mere heading; `led` is
    how many steps it leads in: what stands behind the list does not belong to it. `listed` are the numbered
    steps and bullets alone.
    """

    steps: tuple[str, ...]
    answer: str | None
    lead_in: str = ""
    led: int = 0
    listed: tuple[str, ...] = ()


class _Listing(NamedTuple):
    """A text with numbered steps or bullets: what stands before them, the items, and what follows them."""

    lead_in: str
    items: list[str]
    behind: list[str]


def parse_text(text: str) -> ParsedText:
    """Split a chain of thought into steps and answer.

    Steps are numbered lines ("1.", "1)", "(1)", "Step 1:", also several on one line) or bullets; where there
    are none, sentences. Marks of emphasis and headings are dropped. The sentence that gives the answer is no
    step; of several such sentences the last one counts. The lines of a step stay apart, unless one goes on in
    lower case, since the first may be its heading. Any text can be parsed.

    >>> parse_text("1. Anne is from Wales. 2. Wales is in Britain. So the answer is (Britain).")[:2]
    (('Anne is from Wales.', 'Wales is in Britain.'), 'Britain')
    """
    plain = plain_lines(text)
    answers = find_answers(plain)
    # "The place in question is A. …": what is called the answer, and is not, was a step.
    answers = [one for one in answers if one.text == answers[-1].text]
    segments = list(_between(plain, answers))
    answer = answers[-1].text if answers else None
    first, *others = [_listing(segment) for segment in segments]
    items = tuple(step for one in (first, *others) for step in (*one.items, *one.behind))
    if items:
        listed = tuple(step for one in (first, *others) for step in one.items)
        return ParsedText(items, answer, first.lead_in, len(first.items), listed)
    return ParsedText(tuple(_sentences(segments)), answer)


def _between(text: str, answers: list[Answer]) -> Iterator[str]:
    """The text around the sentences that give an answer."""
    start = 0
    for answer in answers:
        yield text[start : answer.start]
        start = answer.end
    yield text[start:]


def _sentences(segments: list[str]) -> list[str]:
    """Reasoning leads to its answer: what follows the answer counts only when nothing comes before it."""
    *before, after = segments
    steps = [step for segment in before for step in _prose(segment)]
    return [step for step in steps or _prose(after) if _says_something(step)]


def _prose(text: str) -> list[str]:
    """The sentences of a text; a question is one step with what answers it on its line."""
    steps: list[list[str]] = []
    end = 0
    for sentence in split_sentences(text):
        start = text.index(sentence, end)
        if steps and steps[-1][-1].endswith("?") and text[end:start] == " ":
            steps[-1].append(sentence)
        else:
            steps.append([sentence])
        end = start + len(sentence)
    return [" ".join(step) for step in steps]


def _listing(text: str) -> _Listing:
    """The numbered steps and bullets of a text; lines without a mark continue the step before them.

    A paragraph behind a list whose items have none of their own is no part of the last: "- A: 3\\n\\nB is …".
    """
    markers = list(_markers(text)) if text.strip() else []
    if not markers:
        return _Listing("", [], [])
    ends = [*(marker.start() for marker in markers), len(text)][1:]
    items = [text[marker.end() : end] for marker, end in zip(markers, ends, strict=True)]
    behind = ""
    if len(items) > 1 and "\n" in items[-1] and not any(map(_PARAGRAPH.search, items[:-1])):
        items[-1], *paragraphs = _PARAGRAPH.split(items[-1], maxsplit=1)
        behind = "".join(paragraphs)
    lead = " ".join(text[: markers[0].start()].split())
    return _Listing(
        lead if _says_something(lead) else "",
        list(filter(_says_something, map(_item, items))),
        list(filter(_says_something, _prose(behind))),
    )


def _item(text: str) -> str:
    """One step of a list, its lines apart unless one goes on in lower case."""
    lines = [" ".join(words) for line in text.splitlines() if (words := line.split())]
    return lines[0] if len(lines) == 1 else _LINE_GOES_ON.sub(" ", "\n".join(lines))


def _markers(text: str) -> Iterator[re.Match[str]]:
    """Marks at the start of a line, and those within a line that count on from the mark before."""
    number = 0
    found = _possible_marks(text)
    letters = {marker["letter"].upper() for marker in found if marker["letter"]}
    lettered = {"A", "B"} <= letters or {"I", "II"} <= letters
    titles: dict[str, int] = {}
    for marker in found:
        if marker["titled"]:
            title = marker["titled"].split()[0].lower()
            titles[title] = titles.get(title, 0) + 1
    for marker in found:
        here = _number(marker)
        if marker["letter"] and not lettered:
            continue  # an initial: "A. Einstein"
        if marker["titled"] and titles[marker["titled"].split()[0].lower()] < _FEWEST_TITLED:
            continue  # a name: "Trench B: dug by …"
        if marker["indent"] is None and not (here == number + 1 and _may_begin_within_line(text, marker)):
            continue
        number = number if here is None else here
        yield marker


def _possible_marks(text: str) -> list[re.Match[str]]:
    """What may be marks: what begins a line, and behind that only what counts, and so holds a digit."""
    found: list[re.Match[str]] = []
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        if opening := _MARKER.match(text, start):
            found.append(opening)
            start = opening.end()
        if _DIGIT.search(text, start, end):
            found += _MARKER.finditer(text, start, end + 1)  # with the end of the line, which some look for
        start = end + 1
    return found


def _number(marker: re.Match[str]) -> int | None:
    digits = marker["a"] or marker["b"] or marker["c"] or marker["d"]
    return int(digits) if digits else None


def _may_begin_within_line(text: str, marker: re.Match[str]) -> bool:
    """ "Step 2:" and "2)" stand for themselves; "2." may as well end a sentence that ends in a number."""
    if marker["dotted"] is None:
        return True
    return _AFTER_A_STEP.search(text[max(0, marker.start() - _REACH) : marker.start()]) is not None


def _says_something(step: str) -> bool:
    return any(map(str.isalpha, step))
