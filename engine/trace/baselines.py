"""The paper's baselines that choose among a question's documents, from models and settings.

Reference: TRACE the Evidence, Section 4.1, "Baselines".
"""

from ..errors import InputError
from ..llm.asking import AskedModel
from ..text.encoder import Encoder
from ..text.reranker import Reranker
from .ircot import IRCoT
from .reading import Method, ReadingSettings
from .retrieval import ByEncoder, ByReranker, Nearest, Retrieval


def retrievals_of(
    reading: ReadingSettings, by: AskedModel, encoder: Encoder, reranker: Reranker | None
) -> dict[Method, Retrieval]:
    """What chooses documents for those methods of a reader that need it.

    Args:
        by: the model whose reasoning "ircot" searches with.
        encoder: of documents; ranks them for "nearest-documents" and "ircot".
        reranker: ranks them for "reranked-documents".

    Raises:
        InputError: there is no reranker for "reranked-documents".
    """
    ranker = ByEncoder(encoder)
    found: dict[Method, Retrieval] = {
        "nearest-documents": Nearest(ranker, reading.nearest_documents),
        "ircot": IRCoT(by, ranker, reading.ircot),
    }
    if reranker is not None:
        found["reranked-documents"] = Nearest(ByReranker(reranker), reading.reranked_documents)
    elif "reranked-documents" in reading.methods:
        raise InputError("method 'reranked-documents' needs a cross-encoder; name one (--reranker)")
    return found
