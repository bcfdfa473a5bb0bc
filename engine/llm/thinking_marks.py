"""The marks of `thinking.toml` as regular expressions."""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

# Bounded and never gone back over (the "+" behind), so that a long run of spaces costs no more than others.
_GAP = r"\s{0,20}+"
_SPACES = r"[ \t]{0,20}+"


class Pair(NamedTuple):
    """What is thought where one of a pair of marks is missing; see the table."""

    unclosed: bool
    opened: bool


class Marks(NamedTuple):
    """The table as regular expressions.

    Attributes:
        of_pairs: group `oN` opens pair N, and `cN` closes it.
        wrapping: what stands around that which is said.
        header: of a message, with the name of its channel or of who it is to, as far as it is written.
        bare: the same where a server has left out the special tokens.
        bare_lead: such a name at the beginning of a text.
        cut_lead: that of a thought as a word of its own, which it may be where a text is cut off.
        any: each of these.
    """

    pairs: tuple[Pair, ...]
    of_pairs: re.Pattern[str]
    wrapping: re.Pattern[str]
    header: re.Pattern[str]
    bare: re.Pattern[str]
    bare_lead: re.Pattern[str]
    cut_lead: re.Pattern[str]
    any: re.Pattern[str]
    said_channels: frozenset[str]
    said_to: frozenset[str]


@cache
def marks() -> Marks:
    """The marks, read once."""
    rows = tomllib.loads(files(__package__).joinpath("thinking.toml").read_text(encoding="utf-8"))
    words = f"(?:{'|'.join(sorted(rows['words'], key=len, reverse=True))})"

    def pattern(row: dict[str, Any], mark: str) -> str:
        return str(row[mark]).replace("WORD", words)

    of_pairs = [
        f"(?P<{mark[0]}{number}>{pattern(row, mark)})"
        for number, row in enumerate(rows["pairs"])
        for mark in ("open", "close")
    ]
    channels = rows["channels"]
    known = "|".join(channels["known"])
    thought = [name for name in channels["known"] if name not in channels["said"]]
    wrapping = "|".join(mark.replace("WORD", words) for mark in rows["wrapping"]["marks"])
    header = (
        rf"(?:<\|start\|>{_GAP}\w{{0,40}}+{_SPACES})?(?:to=(?P<to>[\w.-]{{1,200}}+){_SPACES})?"
        rf"(?:(?:<\|channel\|>{_GAP}(?P<channel>\w{{1,40}}+)|(?P<bare>{known}))[^<>\n]{{0,200}}+"
        rf"(?:<\|constrain\|>[^<>\n]{{0,40}}+)?)?<\|message\|>"
        # cut off within it
        rf"|<\|start\|>{_GAP}\w{{0,40}}+{_GAP}\Z"
        rf"|(?:<\|start\|>{_GAP}\w{{0,40}}+)?<\|channel\|>[^<>\n]{{0,40}}+"
        rf"(?:<\|constrain\|>{_GAP}\w{{0,40}}+)?\Z"
    )
    # Nothing but a name of a thought goes on in small letters: "finally" and "finale" are words.
    small = "|".join(rf"(?<={name})" for name in thought)
    lead = rf"\s*(?P<name>{known})(?:(?=[^\W\da-z_]|[\d\"'“(*⟨<\[{{])|(?:{small})(?=[a-z]))"
    return Marks(
        tuple(Pair(row["unclosed"], row["opened"]) for row in rows["pairs"]),
        re.compile("|".join(of_pairs), re.IGNORECASE),
        re.compile(wrapping),
        re.compile(header),
        re.compile(rf"assistant(?P<name>{known})"),
        re.compile(lead),
        re.compile(rf"\s*(?P<name>{'|'.join(thought)}) +(?=[A-Z])"),
        re.compile(
            "|".join(
                (
                    rf"(?-i:\A\s*(?:{known})(?![a-z ])|\A\s*(?:{'|'.join(thought)})(?=[a-z]| +[A-Z])"
                    rf"|assistant(?:{known}))",
                    *of_pairs,
                    wrapping,
                    header,
                )
            ),
            re.IGNORECASE,
        ),
        frozenset(channels["said"]),
        frozenset(channels["said_to"]),
    )
