"""Answers that `groundpath trace evaluate --out` wrote: how right each is, question by question."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...loaders.faults import Faults
from ...loaders.reading import source_name
from ...loaders.row_values import read_row_values
from ..errors import BadRowError, InputError
from ..progress import SILENT
from .significance import ANSWER_MEASURES, AnswerMeasure

_Scores = dict[str, dict[AnswerMeasure, float]]
"""Of one question: how right the answer of each method is."""


def read_answers(files: Sequence[str]) -> dict[AnswerMeasure, dict[str, list[float | None]]]:
    """EM and F1 of each method for each question, in the order in which questions first come.

    Questions of several files are one where their ids are. A method is named as in its file; where there are
    several files, after the file too: "e5: nearest-documents".

    Raises:
        BadRowError: a row has no scores, or the id of one before it in its file.
        InputError: a file cannot be read, two have one name, or no question has a known answer.
    """
    titles = _titles(files)
    by_file = [_scores_of(file) for file in files]
    questions = list(dict.fromkeys(id_ for scores in by_file for id_ in scores))
    found: dict[AnswerMeasure, dict[str, list[float | None]]] = {measure: {} for measure in ANSWER_MEASURES}
    for title, scores in zip(titles, by_file, strict=True):
        for method in dict.fromkeys(method for of_one in scores.values() for method in of_one):
            for measure in ANSWER_MEASURES:
                found[measure][f"{title}{method}"] = [
                    scores.get(id_, {}).get(method, {}).get(measure) for id_ in questions
                ]
    if not found["EM"]:
        raise InputError(f"{', '.join(files)}: there is no question whose answer is known")
    return found


def _titles(files: Sequence[str]) -> list[str]:
    """What stands before the names of each file's methods."""
    if len(files) == 1:
        return [""]
    stems = [Path(file).stem for file in files]
    names = stems if len(set(stems)) == len(stems) else list(files)
    if len(set(names)) < len(names):
        raise InputError(f"a file is given twice ({', '.join(files)}); name each once")
    return [f"{name}: " for name in names]


def _scores_of(file: str) -> dict[str, _Scores]:
    """The scores of each question, by its id."""
    found: dict[str, _Scores] = {}
    for batch in read_row_values(file, Faults("stop"), SILENT):
        for line, row in batch:
            try:
                id_, scores = _read(row)
                if id_ in found:
                    raise ValueError(f"has the id {id_!r}, which a row before it has")
            except ValueError as error:
                raise BadRowError(source_name(file), line, f"{error}; correct the row") from None
            found[id_] = scores
    return found


def _read(row: Any) -> tuple[str, _Scores]:
    match row:
        case {"id": str(id_), "scores": dict(scores)}:
            return id_, {str(method): _measured(one) for method, one in scores.items()}
    raise ValueError("has no 'scores' of its answers, as rows of `groundpath trace evaluate --out` do")


def _measured(scores: Any) -> dict[AnswerMeasure, float]:
    match scores:
        case {"em": int() | float() as em, "f1": int() | float() as f1}:
            return {"EM": float(em), "F1": float(f1)}
    raise ValueError(f"has the scores {scores!r}, where 'em' and 'f1' are needed")
