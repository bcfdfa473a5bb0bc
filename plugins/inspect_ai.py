"""groundpath in inspect_ai: a scorer of what a model says, `groundpath/grounded` in its registry.

```
inspect score log.eval --scorer groundpath/grounded -S kg=royals -S store=embedded:store
```
"""

from ..engine.audit.auditor import Auditor
from ..engine.audit.path.settings import PathSettings
from ..engine.grounding.matching import World
from ..engine.store.opening import open_store
from .grounding import Grounding, score_of

try:
    from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
    from inspect_ai.solver import TaskState
except ImportError as error:
    raise ImportError(
        f"the scorer needs inspect_ai ({error}); run: pip install 'groundpath[inspect]'"
    ) from error


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
