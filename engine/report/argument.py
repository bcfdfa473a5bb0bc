"""One verdict as a readable argument for the terminal: what each step claims, and what speaks for it."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from ..audit.evidence import ClaimVerdict, GroundedFact, InferredFact, StepVerdict
from ..audit.verdicts import LENIENT, Verdict
from .outcomes import OUTCOMES, outcome_of
from .steps import STEP_SIGNS, StepSign, how_read, sign_of
from .table import outcome_style, path_line
from .trails import paths_of
from .visible import one_line, visible

_STYLES = {"faithful": "green", "inferred": "green", "factual_error": "red"}
_STEP = 3  # columns by which what is said of a step is set in
_DETAIL = 5
_MOST_ANSWERS = 5


def argument(verdict: Verdict) -> RenderableType:
    """Question and outcome, each step with its claims and facts, the answer, the reason, and the repair."""
    parts = [*_heading(verdict), Text("")]
    for step in verdict.steps:
        parts += _step(step, at_fault=step.number == verdict.fault)
    if verdict.steps:
        parts.append(Text(""))
    return Group(*parts, *_ending(verdict))


def _heading(verdict: Verdict) -> Iterator[RenderableType]:
    outcome = outcome_of(verdict)
    told = f"{verdict.verdict}: {outcome.label}" if verdict.error else verdict.verdict
    yield Text(one_line(verdict.question) or "(no question)", style="bold")
    line = Text(f"{outcome.symbol} {told}", style=outcome_style(outcome))
    made_by = f" by {one_line(str(verdict.maker))}" if any(verdict.maker) else ""
    told_by = f", claims told by {one_line(verdict.reader)}" if verdict.reader else ""
    protocol = "" if verdict.protocol == LENIENT else f", protocol {one_line(verdict.protocol)}"
    yield line.append(
        f"   row {one_line(verdict.id)}{made_by}, method {verdict.method}{protocol}{told_by}",
        style="not bold dim",
    )


def _step(step: StepVerdict, *, at_fault: bool) -> Iterator[RenderableType]:
    yield _set_in(Text.assemble(f"{step.number}. ", visible(step.text)), 0)
    if step.claims:
        for claim in step.claims:
            yield from _claim(claim, breaks=step.error == "incoherent" and claim.reason == step.reason)
    elif step.best is None:
        yield _signed(sign_of(step), step.reason)
    else:
        yield from _nearest(step)
    if step.error:
        told = "The chain breaks here" if at_fault else "Also"
        yield _set_in(Text(f"▲ {told}: {OUTCOMES[step.error].label}", style="red"), _STEP)


def _claim(claim: ClaimVerdict, *, breaks: bool) -> Iterator[RenderableType]:
    """What a claim names, the facts that it says and how it was read, or what the graph says instead."""
    yield _signed(STEP_SIGNS[claim.status], f"“{claim.subject}” and “{claim.object}”")
    for fact in claim.facts:
        yield _fact(fact, f"probability {fact.score:.2f}")
    if claim.inferred:
        yield from _inferred(claim.inferred)
    if claim.decided_by:
        yield _detail(how_read(claim))
    if breaks or not (claim.facts or claim.inferred):
        yield _detail(claim.reason)


def _inferred(inferred: InferredFact) -> Iterator[RenderableType]:
    """What a claim says that no fact states: the rules, and the facts from which it follows."""
    (path,) = paths_of([inferred.fact])
    sure = f", confidence {inferred.confidence:.2f}" if inferred.confidence < 1 else ""
    yield _set_in(path_line(path).append(f"   not stated: inferred{sure}", style="dim"), _DETAIL)
    for rule in inferred.rules:
        yield _detail(f"by {rule}")
    for grounded in inferred.facts:
        yield _fact(grounded, "from this fact")


def _nearest(step: StepVerdict) -> Iterator[RenderableType]:
    """What method "paper" knows of a step: the nearest fact with its scores, and the runner-up."""
    best, *others = step.facts
    yield _signed(sign_of(step), "the fact that is nearest to it:")
    yield _fact(
        best,
        f"score {best.score:.2f}: similarity {best.similarity:.2f}, head {best.head_match:.2f}, "
        f"tail {best.tail_match:.2f}",
    )
    for other in others[:1]:
        yield _fact(other, f"runner-up, score {other.score:.2f}", style="dim")
    if step.error:
        yield _detail(step.reason)


def _ending(verdict: Verdict) -> Iterator[RenderableType]:
    answer = "none found" if verdict.answer is None else f"“{verdict.answer}”"
    yield _entry("Answer", f"{answer}{_right(verdict)}")
    # A reason that a step gives as well stands only there.
    if not any(step.error and step.reason in verdict.reason for step in verdict.steps):
        yield _entry("Verdict", verdict.reason)
    if verdict.warning:
        yield _entry("Mind", verdict.warning)
    if verdict.repair:
        yield _entry("Repair", "a path that holds, from what is asked about to the answer:")
        for path in paths_of([grounded.fact for grounded in verdict.repair]):
            yield _set_in(path_line(path), _STEP)


def _right(verdict: Verdict) -> str:
    """How the answer compares with the gold ones."""
    if not verdict.gold_answers:
        return "" if verdict.answer is None else ", held against no right answer"
    if verdict.answer_right:
        return ", which is right"
    first = ", ".join(f"“{gold}”" for gold in verdict.gold_answers[:_MOST_ANSWERS])
    more = len(verdict.gold_answers) - _MOST_ANSWERS
    return f"; right: {first}" + (f" and {more} more" if more > 0 else "")


def _signed(sign: StepSign, told: str) -> RenderableType:
    line = Text(f"{sign.symbol} {sign.label}", style=_STYLES.get(sign.icon, "dim"))
    return _set_in(line.append(f": {one_line(told)}", style="default not dim"), _STEP)


def _fact(grounded: GroundedFact, told: str, style: str = "") -> RenderableType:
    (path,) = paths_of([grounded.fact])
    return _set_in(path_line(path).append(f"   {told}", style="dim"), _DETAIL, style)


def _detail(told: str) -> RenderableType:
    return _set_in(Text(one_line(told)), _DETAIL)


def _entry(name: str, told: str) -> Text:
    return Text.assemble((f"{name}: ", "bold"), one_line(told))


def _set_in(text: Text, columns: int, style: str = "") -> RenderableType:
    return Padding(text, (0, 0, 0, columns), style=style, expand=False)
