"""The layout of a chain of thought taken off: what is left are lines of plain words.

Marks of emphasis and headings are no part of a name; tags and LaTeX around steps are none either. What
programs write by the names of its parts is put as an arrow, a question and its answer on one line.
"""

import re
from collections import Counter
from itertools import pairwise

from ..language.morphology import is_verb_form
from .records import are_parts_of_facts, is_counting, with_arrows

# **bold**, *italic* and `code`: marks of layout, no part of a name. Bullets are followed by a space.
_EMPHASIS = re.compile(r"(?<!\w)(\*{1,3}|`)(?=[^\s*`])([^*`\n]*[^\s*`])\1(?!\w)")
# A number that is marked like code or in bold: "`1` Anne is …".
_MARKED_NUMBER = re.compile(r"^([ \t]*)(\*{1,3}|`)(\d{1,3})[.:]?\2(?=[ \t])", re.MULTILINE)
# A number in a table's first column: "| 1 | Anne is …".
_ROW_NUMBER = re.compile(r"^[ \t]*\|[ \t]*(?:step[ \t]+)?\d{1,2}[ \t]*(?=\|)", re.IGNORECASE | re.MULTILINE)
# A sentence that is stuck to the one before it: "… is Greek.So the answer is".
_STUCK = re.compile(r"(?<=[^\W\d_A-Z][.!?])(?=(?:So|Thus|Hence|Therefore|The) [a-z])")
# A table with a header: "| engine | built by |\n|---|---|\n| … | … |".
_TABLE = re.compile(
    r"^[ \t]*\|(?P<header>[^\n]+)\n[ \t]*\|[ \t:|-]*-[ \t:|-]*\n"
    r"(?P<rows>(?:[ \t]*\|[^\n]*(?:\n|\Z))+)",
    re.MULTILINE,
)
_LONGEST_CELL = 6  # words of a cell that is no prose
_ARROWS = re.compile(r"→|[-=]>|<-|←")
_SPACES = re.compile(r"[^\S\n](?:[^\S\n]+|(?<! ))")  # those that are not single spaces already
_HEADING = re.compile(r"^[ \t]*#{1,6}[ \t]+", re.MULTILINE)
# "#### 72", as the answers of GSM8K stand
_HEADED_ANSWER = re.compile(r"\n[ \t]*#{3,6}[ \t]+(?P<answer>(?!answer\b)[^\n:]{1,80})\s*\Z", re.IGNORECASE)
# What closes a text in tags of its own: "<final>Anne</final>".
_TAGGED_ANSWER = re.compile(
    r"<(?P<tag>final|result|solution|conclusion|output|response|value|prediction|verdict)\b[^<>\n]*>\s*"
    r"(?P<answer>[^<>\n]{1,300}?)\s*</(?P=tag)>(?=(?:\s*</[\w-]+>)*\s*\Z)",
    re.IGNORECASE,
)
# Tags around steps; those of the answer tell where it stands, and "<1>" and "<Anne> <mother> <Eve>" are none.
_TAG = re.compile(
    r"</?(?!(?:final[ _-]?)?answers?\b)(?P<name>[a-z][\w-]*)"
    r"(?P<more>(?:\s+[\w-]+=(?:\"[^\"<>]*\"|'[^'<>]*'))*\s*/?)>",
    re.IGNORECASE,
)
_CLOSING = re.compile(r"</([a-z][\w-]*)\s*>", re.IGNORECASE)
_ENVIRONMENT = re.compile(r"^[ \t]*\\(?:begin|end)\{\w+\*?\}(?:\[[^\]\n]*\])?[ \t]*$", re.MULTILINE)

# "Name the mother of H. Anne.", answered on its line.
_ORDER_ANSWERED = re.compile(
    r"^(?P<before>\W*)(?:name|give|state) (?P<thing>[^\n?!:]+?)[.:] (?P<answer>[^\n.?!]{1,80}\.?\W*)$",
    re.IGNORECASE | re.MULTILINE,
)
# "Q1: Who is …?", "Host: Name the mother of …"
_SPOKEN = re.compile(
    r"\W*(?P<speaker>[^\W\d](?:[^\W\d]|[ _-](?=\w)){0,20})[ \t]*\d{0,2}[ \t]*[:.>][ \t*_]*(?P<said>.+)"
)
_ASKING = re.compile(r".*\?\W*|(?:name|give|state|tell (?:me|us)) .*", re.IGNORECASE)
_ORDERED = re.compile(r"(?:name|give|state|tell (?:me|us)) (?P<thing>.*?)[.:]?", re.IGNORECASE)

# "Anne is from Wales.[1]", and at the end "[1] see the graph"
_NOTE_MARK = re.compile(r"(?<=[.!?,;\w\"”'’)])\[(\d{1,2})\](?=\s|\Z)")
_NOTE = re.compile(r"^[ \t]*\[(\d{1,2})\]:?[ \t]+(?P<said>[^\n]*)(?:\n|\Z)", re.MULTILINE)
_LONGEST_NOTE = 4  # words that only tell where something stands
# What a letter begins and ends with: "Dear Ann,", "Kind regards,\nMax".
_GREETING = re.compile(
    r"\A\s*(?:dear|hi|hello|hey|good (?:morning|afternoon|evening))(?: [^\W\d]+){0,3}[,!][ \t]*\n\s*",
    re.IGNORECASE,
)
_SIGNED = re.compile(
    r"(?:(?<=[.!?])\s+|\n\s*)"
    r"(?:(?:(?:(?:with )?(?:best|kind|warm|kindest) )?regards|(?:yours )?sincerely)[,.!]?"
    r"|(?:best|cheers|best wishes|yours(?: \w+)?|(?:many )?thanks|ta|love),)(?:\s+[^\W\d][\w.'’]*){0,3}\s*\Z",
    re.IGNORECASE,
)
_GREETED = re.compile(r"\s*(?:dear|hi|hello|hey|good)\b", re.IGNORECASE)
_OPENING_A_LETTER = re.compile(r"\A\s*(?:dear|hi|hello|hey)(?: [^\W\d]+){1,3},[ \t]+(?=\S)", re.IGNORECASE)
_CLOSING_A_LETTER = re.compile(
    r"(?<=[.!?])\s+[^.!?\n]{1,40},\s+[^\W\da-z][\w'’]*\.?(?: [^\W\da-z]\w*\.?)?\s*\Z"
)
_LONGEST_CLOSING = 80  # characters
# The number of a row with commas: "1,Anne,mother,Eve".
_NUMBERED_ROWS = re.compile(r"(?:^\d{1,2},(?=[^\W\d]|\").+(?:\n|\Z)){2,}", re.MULTILINE)
# Before "(b)" or "(ii)" within a line.
_NEXT_LETTER = re.compile(r"(?<=[.!?;:,]) +(?=\((?:[a-h]|i{1,3}|i?v|vi{1,3})\) )")
# Between the cells of a table in HTML.
_NEXT_CELL = re.compile(r"</t[dh]>\s*<t[dh]\b[^<>]*>", re.IGNORECASE)
# Between two elements that are beside each other, of one name and of two.
_NEXT_OF_ITS_KIND = re.compile(r"(?<=</)(?P<name>[a-z][\w-]*)>(?=<(?P=name)\b)", re.IGNORECASE)
_NEXT_ELEMENT = re.compile(r"(?<=\w)(?=</[a-z][\w-]*><[a-z])", re.IGNORECASE)


def plain_lines(text: str) -> str:
    """A text without its layout.

    >>> plain_lines("<fact subject='Anne' predicate='mother' object='Eve'/>\\n<value>Eve</value>")
    'Anne → mother → Eve\\n\\nAnswer: Eve\\n'
    """
    # What can be printed holds no white space but the space.
    is_plain = "  " not in text and text.replace("\n", "").isprintable()
    plain = text if is_plain else _SPACES.sub(" ", text)
    plain = _STUCK.sub(" ", plain)
    if "#" in plain:
        plain = _HEADING.sub("", _HEADED_ANSWER.sub(r"\nAnswer: \g<answer>", plain))
    plain = with_arrows(plain)
    if "<" in plain:
        plain = _NEXT_OF_ITS_KIND.sub(r"\g<name>>\n", _NEXT_CELL.sub(" | ", plain))
        plain = _NEXT_ELEMENT.sub(" ", plain)
        plain = _without_tags(_TAGGED_ANSWER.sub(r"\nAnswer: \g<answer>\n", plain))
    if plain.count(",") > 2:
        plain = _NUMBERED_ROWS.sub(lambda rows: re.sub(r"^\d{1,2},", "", rows[0], flags=re.MULTILINE), plain)
    if ("(i) " in plain and " (ii) " in plain) or ("(a) " in plain and " (b) " in plain):
        plain = _NEXT_LETTER.sub("\n", plain)
    if " // " in plain:
        plain = plain.replace(" // ", "\n")
    if "\\begin" in plain:
        plain = _ENVIRONMENT.sub("", plain)
    if "[1]" in plain:
        plain = _without_notes(plain)
    if _GREETED.match(plain):
        plain = _without_letter(plain)
    if "|" in plain:
        plain = _ROW_NUMBER.sub("", _TABLE.sub(_with_header, plain))
    if "?" in plain or "ame " in plain:
        plain = _ORDER_ANSWERED.sub(r"\g<before>\g<thing>: \g<answer>", _put_together(plain))
    if "*" in plain or "`" in plain:
        plain = _MARKED_NUMBER.sub(r"\1\3.", plain)
        plain = _EMPHASIS.sub(r"\2", plain)
    return plain


def _with_header(table: re.Match[str]) -> str:
    """The rows of a table, each cell behind the name of its column: "engine: … | built by: …".

    A table whose columns are the parts of facts stays, and so do cells of prose.
    """
    names = [name[:1].lower() + name[1:] for name in _cells(table["header"])]
    if are_parts_of_facts(names):
        return table[0]
    rows = [_cells(row.strip().removeprefix("|")) for row in table["rows"].splitlines()]
    columns = [
        place
        for place, name in enumerate(names)
        if not (is_counting(name) and all(_is_number(row[place : place + 1]) for row in rows))
    ]
    fields = [place for place in columns if all(map(_is_field, (row[place : place + 1] for row in rows)))]
    if len(fields) < len(columns) or len(fields) < 2:
        return table[0]
    return "".join(
        " | ".join(_field(names[place], row[place]) for place in fields if row[place:]) + "\n" for row in rows
    )


def _field(name: str, cell: str) -> str:
    says = cell.partition(" ")[0]
    is_said = says.endswith("s") and is_verb_form(says) and " " in cell  # "activates AMPK" needs no name
    return f"{name}: {cell}" if name and not is_said else cell


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().removesuffix("|").split("|")]


def _is_number(cells: list[str]) -> bool:
    return all(cell.strip(" .#()").isdigit() for cell in cells)


def _is_field(cells: list[str]) -> bool:
    """Whether a cell is a name or a value; an empty list is none that is not."""
    return all(len(cell.split()) <= _LONGEST_CELL and not _ARROWS.search(cell) for cell in cells)


def _without_letter(text: str) -> str:
    """Without the greeting of a letter and who signs it."""
    if (opened := _OPENING_A_LETTER.match(text)) and (closed := _CLOSING_A_LETTER.search(text)):
        return text[opened.end() : closed.start()]  # both, so that "Hello Dolly, …" keeps its name
    if greeting := _GREETING.match(text):
        text = text[greeting.end() :]
    signed = _SIGNED.search(text, max(0, len(text) - _LONGEST_CLOSING))
    return text[: signed.start()] if signed else text


def _without_notes(text: str) -> str:
    """Without the marks of footnotes, and without those notes that only name a source."""
    notes = {note[1] for note in _NOTE.finditer(text)}
    if not notes or not notes.issubset(_NOTE_MARK.findall(text)):
        return text
    told = _NOTE_MARK.sub("", text)
    return _NOTE.sub(
        lambda note: "" if len(note["said"].split()) <= _LONGEST_NOTE else f"{note['said']}\n", told
    )


def _without_tags(text: str) -> str:
    """Without tags that are closed, empty or have attributes, and without those of a thinking model."""
    closed = {"think", "thinking", *(name.lower() for name in _CLOSING.findall(text))}
    return _TAG.sub(lambda tag: "" if tag["name"].lower() in closed or tag["more"] else tag[0], text)


def _put_together(text: str) -> str:
    """Each question of a dialogue of two or more on one line with its answer, without the speakers."""
    lines = [line for line in text.split("\n") if line.strip()]
    turns = [_SPOKEN.fullmatch(line) for line in lines]
    pairs = {
        place: (one["speaker"].lower(), other["speaker"].lower())
        for place, (one, other) in enumerate(pairwise(turns))
        if one and other and _ASKING.fullmatch(one["said"]) and not _ASKING.fullmatch(other["said"])
    }
    often = {pair for pair, count in Counter(pairs.values()).items() if count > 1 and len(set(pair)) > 1}
    places = [place for place, pair in pairs.items() if pair in often]
    for place in reversed(places):
        asked, answer = lines[place : place + 2]
        lines[place : place + 2] = [f"{_said(asked)} {_said(answer)}"]
    return "\n".join(lines) if places else text


def _said(line: str) -> str:
    turn = _SPOKEN.fullmatch(line)
    said = (turn["said"] if turn else line).strip()
    ordered = _ORDERED.fullmatch(said)
    return f"{ordered['thing']}:" if ordered else said
