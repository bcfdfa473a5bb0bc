"""groundpath in langchain and langgraph: an answer is held against the documents retrieved for it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..engine.check.cases import AnswerCase, case_of, contexts_of
from ..engine.check.checker import Checker
from ..engine.check.verdicts import CheckedAnswer
from ..engine.errors import GroundpathError, InputError, extra
from ..engine.report.check_text import told_score
from .checking import Checking, share_of
from .langchain_values import last_message, member, text_of

try:
    from langchain_core.messages import BaseMessage
    from langchain_core.runnables import Runnable, RunnableConfig, RunnableLambda
except ImportError as error:
    raise ImportError(f"the guard needs langchain-core ({error}); {extra('langchain')}") from error


class NotSupportedError(GroundpathError):
    """The documents do not support an answer.

    Attributes:
        answer: what the chain gave.
        checked: which of its claims they do not support, with the evidence.
    """

    def __init__(self, answer: Any, checked: CheckedAnswer) -> None:
        super().__init__(f"the answer is not supported: {told_score(checked)}")
        self.answer = answer
        self.checked = checked


@dataclass(frozen=True, slots=True)
class Checked:
    """A chain's answer with what its documents do with it."""

    answer: Any
    checked: CheckedAnswer


def supported(
    checker: Checker, *, threshold: float = 0.5, otherwise: Runnable[Checked, Any] | None = None
) -> Runnable[Any, Any]:
    """Hands a chain's answer on, as it is, where the documents that were retrieved for it support it.

    It takes what a retrieval chain gives: a mapping with `answer`, `result` or `output`, a text or a message;
    with `context` or `source_documents`, texts or documents; and with `input`, `question` or `query` where it
    is known. Where the checker has documents of its own, also a text or a message alone.

    >>> chain = create_retrieval_chain(retriever, answer) | supported(Checker())  # doctest: +SKIP

    Args:
        threshold: the share of its claims, in [0, 1], that must be supported; a contradicted one never may
            be among them. What claims nothing passes.
        otherwise: what an answer that does not hold goes to, with its check; it may ask again, or answer in
            words of its own.

    Raises:
        NotSupportedError: when it runs, without `otherwise`: the answer does not hold.
        InputError: when it runs: there is no answer, or nothing to hold it against.
    """

    def chosen(found: Checked) -> Any:
        if holds(found.checked, threshold):
            return RunnableLambda(_answer)  # a runnable that a runnable returns is run on the same input
        if otherwise is None:
            raise NotSupportedError(found.answer, found.checked)
        return otherwise

    return annotated(checker) | RunnableLambda(chosen).with_config(run_name="groundpath_supported")


def annotated(checker: Checker) -> Runnable[Any, Checked]:
    """Puts the check beside a chain's answer; takes what `supported` takes."""
    return _behind(checker, Checked, "groundpath_check", _case)


def checking_node(
    checker: Checker, *, documents: str = "documents", messages: str = "messages", key: str = "check"
) -> Runnable[Any, dict[str, Any]]:
    """A node of a langgraph graph: holds the last message of a state against the state's documents.

    It sets the state's `key` to the check as values of JSON, which a checkpointer can keep; the last human
    message before it is taken for the question.

    >>> graph.add_node("check", checking_node(Checker()))  # doctest: +SKIP
    >>> graph.add_conditional_edges("check", checking_route(), {"supported": END, …})  # doctest: +SKIP

    Args:
        documents: where the state holds what was retrieved: texts, or langchain's documents.
        messages: where it holds its messages.
        key: where it holds the check.

    Raises:
        InputError: when it runs: the state has no message, or nothing to hold it against.
    """

    def case(state: Any) -> AnswerCase:
        answer, question = last_message(state, messages)
        return AnswerCase("", answer, question, contexts_of(member(state, documents)))

    def kept(state: Any, checked: CheckedAnswer) -> dict[str, Any]:  # noqa: ARG001
        return {key: checked.to_dict()}

    return _behind(checker, kept, "groundpath_check", case)


def checking_route(*, key: str = "check", threshold: float = 0.5) -> Callable[[Any], str]:
    """What leads on from a `checking_node`: "supported", as `supported` has it, or "not_supported"."""

    def route(state: Any) -> str:
        checked = CheckedAnswer.from_dict(member(state, key))
        return "supported" if holds(checked, threshold) else "not_supported"

    return route


def holds(checked: CheckedAnswer, threshold: float) -> bool:
    """Whether no claim is contradicted, and the share of those that are supported reaches the threshold."""
    share = share_of(checked)
    return share is None or (share >= threshold and not checked.counts()["contradicted"])


def _behind(
    checker: Checker,
    decide: Callable[[Any, CheckedAnswer], Any],
    name: str,
    case_in: Callable[[Any], AnswerCase],
) -> Runnable[Any, Any]:
    """A runnable that decides by the check of what it is given; it does not hold an event loop up."""
    checking = Checking(checker)

    def invoke(given: Any, config: RunnableConfig) -> Any:  # noqa: ARG001
        return decide(given, _sound(checking.check_case(_read(case_in, given))))

    async def ainvoke(given: Any, config: RunnableConfig) -> Any:  # noqa: ARG001
        return decide(given, _sound(await checking.acheck_case(_read(case_in, given))))

    return RunnableLambda(invoke, ainvoke, name=name)


def _read(case_in: Callable[[Any], AnswerCase], given: Any) -> AnswerCase:
    try:
        return case_in(given)
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"what the chain gives cannot be checked: {error}") from None


def _case(given: Any) -> AnswerCase:
    if not isinstance(given, Mapping):
        return AnswerCase("", text_of(given))
    return case_of(
        {name: text_of(value) if isinstance(value, BaseMessage) else value for name, value in given.items()}
    )


def _sound(checked: CheckedAnswer) -> CheckedAnswer:
    """A check that took place: one that could not judge must not let an answer pass."""
    if checked.failure:
        raise InputError(f"the answer cannot be checked: {checked.failure}")
    return checked


def _answer(found: Checked) -> Any:
    return found.answer
