"""A reply that plans before it reasons, parted into the plan and the chain of thought.

Reference: Direct Evaluation of CoT, Section 4 "CoT-Plan" and Appendix F.2, Figure 13: the model gives a
relation path first, under a word of its own, and then the numbered steps.
"""

import re
from typing import NamedTuple

# "Plan: a -> b", "**Relation path:** a -> b"; "HINT:" is the paper's own word, for prompts that keep to it.
_HEADING = re.compile(
    r"^[ \t#>*_]*(?:(?:reasoning )?plan|hint|relation path)[ \t*_]*[:：][ \t*_]*",
    re.IGNORECASE | re.MULTILINE,
)
_FIRST_STEP = re.compile(r"(?:\A|(?<=\s))[*_]*\(?(?:step[ \t]*)?1[.):](?=[ \t*_])", re.IGNORECASE)
_EMPTY_LINE = re.compile(r"\n[ \t]*\n")
_MARKS = " \t\n*_"


class PlannedReply(NamedTuple):
    """The plan of a reply, empty where it has none, and the reply without it."""

    plan: str
    cot: str


def split_plan(reply: str) -> PlannedReply:
    r"""Part a reply into its plan and what is left, which an audit may read.

    The plan stands behind "Plan:" (also "Hint:", "Relation path:"): the rest of that line, or where that line
    ends there, what follows up to an empty line or the first numbered step. A numbered list is a plan only
    where the steps below it are numbered anew, and a heading behind the first numbered step is none.

    A reply without a plan is left whole: its plan is empty, and it is audited like any other. A reply that is
    a plan and nothing else has no chain of thought.

    >>> split_plan("Plan: spouse -> birthplace\n1. Ann wed Bo.\n2. Bo is from Wales.")
    PlannedReply(plan='spouse -> birthplace', cot='1. Ann wed Bo.\n2. Bo is from Wales.')
    >>> split_plan("1. Ann wed Bo.").plan
    ''
    """
    heading = _HEADING.search(reply)
    if heading is None or _FIRST_STEP.search(reply, 0, heading.start()):
        return PlannedReply("", reply)
    before, behind = reply[: heading.start()], reply[heading.end() :]
    body = behind.lstrip()
    end = _end_of_plan(body, on_one_line=not behind.startswith("\n"))
    if end is None:
        return PlannedReply("", reply)
    cot = "\n".join(filter(None, (before.strip(), body[end:].strip(_MARKS[:3]))))
    return PlannedReply(body[:end].strip(_MARKS), cot)


def _end_of_plan(body: str, *, on_one_line: bool) -> int | None:
    """Where the plan ends that a text begins with; None where it begins with the steps themselves."""
    steps = [step.start() for step in _FIRST_STEP.finditer(body)]
    if steps and steps[0] == 0:
        return steps[1] if len(steps) > 1 else None
    line = body.find("\n")
    line = len(body) if line < 0 else line
    empty = _EMPTY_LINE.search(body)
    ends = [*steps[:1], *([empty.start()] if empty else [])]
    return min([*ends, line]) if on_one_line or not ends else min(ends)
