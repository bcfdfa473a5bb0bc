"""groundpath: is this reasoning grounded?

The names below are the public ones. They are imported when first used, so that `import groundpath` and
`groundpath --help` stay fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .engine.audit.auditor import Auditor as Auditor
    from .engine.audit.verdicts import ChainOfThought as ChainOfThought
    from .engine.audit.verdicts import Verdict as Verdict
    from .engine.errors import GroundpathError as GroundpathError
    from .engine.report.html import ReportHeader as ReportHeader
    from .engine.report.html import write_html as write_html
    from .engine.store.opening import open_store as open_store
    from .engine.store.protocol import PathQuery as PathQuery
    from .engine.store.resolving import resolve as resolve
    from .engine.terms import Document as Document
    from .engine.terms import Entity as Entity
    from .engine.terms import Fact as Fact
    from .engine.terms import Path as Path
    from .engine.terms import Triple as Triple
    from .engine.text.opening import open_encoder as open_encoder
    from .loaders.documents import load_documents as load_documents
    from .loaders.embedding import embed as embed
    from .loaders.triples import load_triples as load_triples

_HOME = {
    "Auditor": "engine.audit.auditor",
    "ChainOfThought": "engine.audit.verdicts",
    "Document": "engine.terms",
    "Entity": "engine.terms",
    "Fact": "engine.terms",
    "GroundpathError": "engine.errors",
    "Path": "engine.terms",
    "PathQuery": "engine.store.protocol",
    "ReportHeader": "engine.report.html",
    "Triple": "engine.terms",
    "Verdict": "engine.audit.verdicts",
    "embed": "loaders.embedding",
    "load_documents": "loaders.documents",
    "load_triples": "loaders.triples",
    "open_encoder": "engine.text.opening",
    "open_store": "engine.store.opening",
    "resolve": "engine.store.resolving",
    "write_html": "engine.report.html",
}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'groundpath' has no attribute {name!r}")
    return getattr(import_module(f".{_HOME[name]}", __name__), name)


def __dir__() -> list[str]:
    return __all__
