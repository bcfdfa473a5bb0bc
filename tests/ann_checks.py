"""An answer about Ann and Max with its documents, checked by a judge that knows what is true of them."""

from collections.abc import Iterable, Mapping
from typing import Any

from groundpath import CheckedAnswer, Checker, read_cases
from groundpath.engine.check.verdicts import Status
from stated_judge import StatedJudge

SAID: dict[tuple[str, str], Status] = {
    ("lives in Ely", "moved to Ely"): "supported",
    ("mill", "brother"): "contradicted",
    ("potter", "potter"): "supported",
}
"""What is true of Ann and Max, by the documents of `ANN`."""

ANN: dict[str, Any] = {
    "id": "ann",
    "model": "small",
    "question": "Where does Ann live?",
    "answer": "Let me see. Ann lives in Ely [1]. She owns a mill, and Ann sells flour [2]. "
    "Max is a potter [9].",
    "contexts": [
        {
            "id": "ann-doc",
            "title": "Ann Berg",
            "text": "Ann Berg is from Rye.\n\nAnn moved to Ely in 1990. Rain fell.",
        },
        {"id": "mills", "text": "Mills turn. The mill of Ely is her brother's, not hers. It is old."},
        {"id": "max", "title": "Max", "text": "Max is a potter in Rye."},
    ],
}


def checked_rows(rows: Iterable[Mapping[str, Any]]) -> list[CheckedAnswer]:
    """Rows as `read_cases` reads them, checked by a judge that knows `SAID`."""
    return list(Checker(judge=StatedJudge(SAID)).check_all(read_cases(list(rows))))
