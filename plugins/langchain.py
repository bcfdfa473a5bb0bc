"""groundpath in langchain and langgraph: a guard behind a chain, and a node of a graph of states."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ..engine.audit.auditor import Auditor
from ..engine.audit.verdicts import Outcome, Verdict
from ..engine.errors import GroundpathError, InputError, extra
from .grounding import Grounding
from .langchain_values import last_message, member, text_of

try:
    from langchain_core.runnables import Runnable, RunnableConfig, RunnableLambda
except ImportError as error:
    raise ImportError(f"the guard needs langchain-core ({error}); {extra('langchain')}") from error

Unscored = Literal["pass", "stop"]


class NotGroundedError(GroundpathError):
    """An answer is not grounded in its graph.

    Attributes:
        answer: what the chain gave.
        verdict: why not, with the evidence.
    """

    def __init__(self, answer: Any, verdict: Verdict) -> None:
        super().__init__(f"the answer is {verdict.verdict}: {verdict.reason}")
        self.answer = answer
        self.verdict = verdict


@dataclass(frozen=True, slots=True)
class Guarded:
    """An answer with its verdict, as `annotated` gives it and `routed` hands it on."""

    answer: Any
    verdict: Verdict


def guarded(auditor: Auditor, *, unscored: Unscored = "pass") -> Runnable[Any, Any]:
    """Hands a chain's answer on where the graph bears it out.

    The answer is a text, a message, or a mapping with `answer` or `output`, and `question` where it is known.

    >>> chain = prompt | model | guarded(Auditor(store, kg="royals"))  # doctest: +SKIP

    Args:
        unscored: whether what the graph cannot judge passes, or is stopped like what it contradicts.

    Raises:
        NotGroundedError: when it runs: the answer does not hold.
    """

    def decided(answer: Any, verdict: Verdict) -> Any:
        if _holds(verdict, unscored):
            return answer
        raise NotGroundedError(answer, verdict)

    return _behind(auditor, decided, "groundpath_guard")


def annotated(auditor: Auditor) -> Runnable[Any, Guarded]:
    """Puts the verdict beside a chain's answer; takes what `guarded` takes."""
    return _behind(auditor, Guarded, "groundpath_annotate")


def routed(
    auditor: Auditor, otherwise: Runnable[Guarded, Any], *, unscored: Unscored = "pass"
) -> Runnable[Any, Any]:
    """Hands a chain's answer on where the graph bears it out, and else to `otherwise`, with its verdict.

    Takes what `guarded` takes; `otherwise` may ask again, showing `verdict.explain()`, or answer in words of
    its own.
    """

    def chosen(found: Guarded) -> Any:
        # A runnable that a runnable returns is run on the same input.
        return RunnableLambda(_answer) if _holds(found.verdict, unscored) else otherwise

    return annotated(auditor) | RunnableLambda(chosen).with_config(run_name="groundpath_route")


def grounding_node(
    auditor: Auditor, *, messages: str = "messages", key: str = "grounding"
) -> Runnable[Any, dict[str, Any]]:
    """A node of a langgraph graph: holds the last message of a state against the graph.

    It sets the state's `key` to the verdict as values of JSON, which a checkpointer can keep; the last human
    message before it is taken for the question.

    >>> graph.add_node("check", grounding_node(auditor))  # doctest: +SKIP
    >>> graph.add_conditional_edges("check", grounding_route(), {"unfaithful": "answer", …})  # doctest: +SKIP

    Args:
        messages: where the state holds its messages.
        key: where it holds the verdict.

    Raises:
        InputError: when it runs: the state has no message.
    """

    def checked(state: Any, verdict: Verdict) -> dict[str, Any]:  # noqa: ARG001
        return {key: verdict.to_dict()}

    return _behind(auditor, checked, "groundpath_node", lambda state: last_message(state, messages))


def grounding_route(*, key: str = "grounding") -> Callable[[Any], Outcome]:
    """What leads on from a `grounding_node`: "faithful", "inferred", "unfaithful" or "unscored"."""

    def route(state: Any) -> Outcome:
        outcome: Outcome = member(state, key)["verdict"]
        return outcome

    return route


def _behind(
    auditor: Auditor,
    decide: Callable[[Any, Verdict], Any],
    name: str,
    asked: Callable[[Any], tuple[str, str]] | None = None,
) -> Runnable[Any, Any]:
    """A runnable that decides by the verdict on what it is given; it does not hold an event loop up."""
    grounding, asked = Grounding(auditor), asked or _asked

    def invoke(given: Any, config: RunnableConfig) -> Any:  # noqa: ARG001
        text, question = asked(given)
        return decide(given, grounding.audit(text, question=question))

    async def ainvoke(given: Any, config: RunnableConfig) -> Any:  # noqa: ARG001
        text, question = asked(given)
        return decide(given, await grounding.aaudit(text, question=question))

    return RunnableLambda(invoke, ainvoke, name=name)


def _asked(given: Any) -> tuple[str, str]:
    """The text of an answer and the question, empty where it is not told."""
    if isinstance(given, Mapping):
        for name in ("answer", "output"):
            if name in given:
                return text_of(given[name]), text_of(given.get("question", ""))
        raise InputError(f"the mapping has no answer and no output; it has: {', '.join(map(str, given))}")
    return text_of(given), ""


def _holds(verdict: Verdict, unscored: Unscored) -> bool:
    if verdict.verdict == "unscored":
        return unscored == "pass"
    return verdict.verdict != "unfaithful"


def _answer(found: Guarded) -> Any:
    return found.answer
