"""Rows with questions, answered by a chat model in chains of thought."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from ...loaders.columns import AS_NAMED, QUESTIONS, Columns
from ..audit.chains import question_of
from ..errors import InputError
from ..generate.generating import asked_row
from ..generate.questions import Question
from ..generate.strategies import Draw, GenerationSettings, draws
from ..llm.asking import AskedModel, ask_all
from ..llm.chat import ChatRequest
from ..llm.cost import Usage, usage_of
from ..llm.journal import FAILURE
from .auditing import name_of
from .results import Result
from .rows import NumberedRow, Unreadable
from .work import Maker, NamedModel

PROMPTS = ("generate-cot", "generate-cot-plan", "generate-cot-hinted")


@dataclass(frozen=True)
class GenerateWork:
    """Ask a chat model for chains of thought; see `generate_to_file`."""

    model: NamedModel
    settings: GenerationSettings = field(default_factory=GenerationSettings)
    columns: Columns = AS_NAMED

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", Columns.of(self.columns, QUESTIONS))

    @property
    def name(self) -> str:
        return "generate"

    @contextmanager
    def open(self, graph: Path | None = None) -> Iterator[Maker]:  # noqa: ARG002
        with self.model.opened(*PROMPTS) as asked:
            yield GenerateMaker(asked, self.settings)


class GenerateMaker:
    """Asks one model.

    Attributes:
        usage: what it has cost so far.
    """

    def __init__(self, asked: AskedModel, settings: GenerationSettings) -> None:
        self._asked = asked
        self._settings = settings
        self.usage = Usage()

    @property
    def version(self) -> str:
        return f"generate {self._asked.model.model_id} {self._settings} {self._settings.prompt.label}"

    def of_one_state(self) -> Self:
        return self

    def forget(self) -> None:
        """Each answer is one request's."""

    def make(self, rows: Sequence[NumberedRow]) -> list[Result]:
        read = [one for row in rows for one in self._read(row)]
        asked = self._asked
        requests = [one.request for one in read if isinstance(one, Draw)]
        answers = ask_all(asked.model, requests, cache=asked.cache, concurrency=asked.concurrency)
        with closing(answers):
            found = []
            for one in read:
                if isinstance(one, Result):
                    found.append(one)
                    continue
                answer = next(answers)
                self.usage += usage_of(answer)
                row = dict(asked_row(one, asked.model.model_id, self._settings).answered(answer))
                if answer.failure is not None:
                    row[FAILURE] = answer.failure
                outcome = "answered" if answer.failure is None else "failed"
                found.append(
                    Result(
                        str(row["id"]),
                        outcome,
                        row,
                        error=answer.failure,
                        model=asked.model.model_id,
                        again=answer.failure is not None,
                    )
                )
            return found

    def requests(self, rows: Sequence[NumberedRow]) -> Iterator[ChatRequest]:
        for row in rows:
            yield from (one.request for one in self._read(row) if isinstance(one, Draw))

    def _read(self, given: NumberedRow) -> list[Draw | Result]:
        """The requests of a row, or a result that says why there are none."""
        name, row = given
        try:
            if isinstance(row, Unreadable):
                raise ValueError(row.reason)
            return list(draws([Question(question_of(row, name), row)], self._settings))
        except (ValueError, InputError) as error:
            reason = f"the row cannot be read: {error}"
            row = {"id": name_of(given), "cot": "", FAILURE: reason}
            return [Result(row["id"], "failed", row, error=reason, model=self._asked.model.model_id)]
