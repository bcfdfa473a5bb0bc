"""groundpath in inspect_ai: scorers of what a model says, by a graph and by the documents that it had.

```
inspect score log.eval --scorer groundpath/grounded -S kg=royals -S store=embedded:store
inspect score log.eval --scorer groundpath/faithfulness -S documents=policies/
```
"""

from ..engine.audit.auditor import Auditor
from ..engine.audit.path.settings import PathSettings
from ..engine.check.checker import Checker
from ..engine.errors import extra
from ..engine.grounding.matching import World
from ..engine.report.check_text import told_score
from ..engine.store.opening import open_store
from ..engine.trace.sources import read_documents
from .checking import Checking, share_of
from .grounding import Grounding, score_of

try:
    from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
    from inspect_ai.solver import TaskState
except ImportError as error:
    raise ImportError(f"the scorer needs inspect_ai ({error}); {extra('inspect')}") from error


@scorer(metrics=[mean(), stderr()])
def grounded(kg: str, store: str | None = None, world: World = "local", use_target: bool = True) -> Scorer:
    """Whether a sample's output is grounded in a graph.

    The value is 1 where it is faithful and 0 where it is unfaithful. What the graph cannot judge is unscored,
    as inspect_ai has it: left out of its metrics, and counted apart. The explanation is the verdict as an
    argument; the metadata are the verdict with its steps, facts and Cypher. A sample's metadata may hold
    `topic`, what its question asks from, and `question`, where its input is more than that.

    Args:
        kg: name of the graph.
        store: address of the store, see `open_store`.
        world: which absent facts are false.
        use_target: hold the answer against the sample's target, where it has no choices.
    """
    grounding = Grounding(Auditor(open_store(store), kg, settings=PathSettings(world=world)))

    async def score(state: TaskState, target: Target) -> Score:
        known = state.metadata
        verdict = await grounding.aaudit(
            state.output.completion,
            question=str(known.get("question") or state.input_text),
            topic=known.get("topic") or (),
            gold_answers=list(target) if use_target and not state.choices else (),
        )
        told = {
            "answer": verdict.answer,
            "explanation": verdict.explain(),
            "metadata": {"groundpath": verdict.to_dict()},
        }
        value = score_of(verdict)
        return Score.unscored(reason="unscored", **told) if value is None else Score(value=value, **told)

    return score


@scorer(metrics=[mean(), stderr()])
def faithfulness(
    contexts: str = "contexts", documents: str | None = None, checker: Checker | None = None
) -> Scorer:
    """How much of a sample's output the documents support that it was made from.

    The value is the share of its claims that are supported, in [0, 1]. An output that claims nothing, or
    could not be judged, is unscored, as inspect_ai has it. The explanation is the check as an argument; the
    metadata are the check with its sentences, claims and evidence. A sample's metadata may hold `question`,
    where its input is more than that.

    Args:
        contexts: under which name a sample's metadata hold the texts that its output was made from.
        documents: a file or folder that every output is held against beside them.
        checker: what checks, in place of one with these documents.
    """
    checking = Checking(checker or Checker(read_documents(documents) if documents else ()))

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001
        known = state.metadata
        checked = await checking.acheck(
            state.output.completion, known.get(contexts), str(known.get("question") or state.input_text)
        )
        told = {
            "answer": state.output.completion,
            "explanation": checked.explain(),
            "metadata": {"groundpath": checked.to_dict()},
        }
        share = share_of(checked)
        if share is None:
            return Score.unscored(reason=told_score(checked), **told)
        return Score(value=share, **told)

    return score
