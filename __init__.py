"""groundpath: is this reasoning grounded?

The names below are the public ones. They are imported when first used, so that `import groundpath` and
`groundpath --help` stay fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .engine.affected.auditing import audit_with_index as audit_with_index
    from .engine.affected.finding import affected as affected
    from .engine.audit.agreement import score_labels as score_labels
    from .engine.audit.async_auditor import AsyncAuditor as AsyncAuditor
    from .engine.audit.auditor import Auditor as Auditor
    from .engine.audit.chains import read_chains as read_chains
    from .engine.audit.journal import audit_to_file as audit_to_file
    from .engine.audit.journal import read_verdicts as read_verdicts
    from .engine.audit.labels import read_labels as read_labels
    from .engine.audit.path.settings import PathSettings as PathSettings
    from .engine.audit.protocol import PaperProtocol as PaperProtocol
    from .engine.audit.results import AuditResults as AuditResults
    from .engine.audit.verdicts import ChainOfThought as ChainOfThought
    from .engine.audit.verdicts import Verdict as Verdict
    from .engine.blame.blaming import blame as blame
    from .engine.certificate.checker import recheck_file as recheck_file
    from .engine.certificate.claims import Certificate as Certificate
    from .engine.certificate.signing import read_signer as read_signer
    from .engine.check.async_checker import AsyncChecker as AsyncChecker
    from .engine.check.cases import AnswerCase as AnswerCase
    from .engine.check.cases import read_cases as read_cases
    from .engine.check.chat import ChatJudge as ChatJudge
    from .engine.check.checker import Checker as Checker
    from .engine.check.checker import CheckSettings as CheckSettings
    from .engine.check.journal import check_to_file as check_to_file
    from .engine.check.journal import read_checks as read_checks
    from .engine.check.results import CheckResults as CheckResults
    from .engine.check.traced import check_traced as check_traced
    from .engine.check.verdicts import CheckedAnswer as CheckedAnswer
    from .engine.discriminate.making import make_tests as make_tests
    from .engine.domain.answers import read_answers as read_answers
    from .engine.domain.judging import ClaimJudge as ClaimJudge
    from .engine.domain.scoring import DomainScorer as DomainScorer
    from .engine.errors import GroundpathError as GroundpathError
    from .engine.llm.asking import AskedModel as AskedModel
    from .engine.llm.opening import open_chat as open_chat
    from .engine.quality.linting import LintSettings as LintSettings
    from .engine.quality.linting import lint as lint
    from .engine.report.check_page import CheckHeader as CheckHeader
    from .engine.report.check_page import write_check_html as write_check_html
    from .engine.report.html import ReportHeader as ReportHeader
    from .engine.report.html import write_html as write_html
    from .engine.report.side_by_side import compare_audits as compare_audits
    from .engine.scale import on_ray as ray  # noqa: F401
    from .engine.scale import on_spark as spark  # noqa: F401
    from .engine.scale.auditing import AuditWork as AuditWork
    from .engine.scale.checking import CheckWork as CheckWork
    from .engine.scale.generating import GenerateWork as GenerateWork
    from .engine.scale.running import Run as Run
    from .engine.scale.scoring import ScoreWork as ScoreWork
    from .engine.scale.shards import Dataset as Dataset
    from .engine.scale.work import NamedModel as NamedModel
    from .engine.scale.workers import LocalWorkers as LocalWorkers
    from .engine.store.changing import GraphChange as GraphChange
    from .engine.store.changing import new_fact as new_fact
    from .engine.store.filters import FactFilter as FactFilter
    from .engine.store.opening import open_store as open_store
    from .engine.store.protocol import PathQuery as PathQuery
    from .engine.store.resolving import resolve as resolve
    from .engine.terms import Document as Document
    from .engine.terms import Entity as Entity
    from .engine.terms import Fact as Fact
    from .engine.terms import Path as Path
    from .engine.terms import Triple as Triple
    from .engine.text.opening import open_encoder as open_encoder
    from .engine.trace.opening import SelectionSettings as SelectionSettings
    from .engine.trace.opening import TraceSettings as TraceSettings
    from .engine.trace.opening import open_tracer as open_tracer
    from .engine.trace.sources import read_documents as read_documents
    from .engine.trace.stored import StoredFacts as StoredFacts
    from .loaders.backups.backing_up import backup as backup
    from .loaders.backups.restoring import restore as restore
    from .loaders.changing import apply_change as apply_change
    from .loaders.columns import Columns as Columns
    from .loaders.documents import load_documents as load_documents
    from .loaders.dropping import drop_documents as drop_documents
    from .loaders.embedding import embed as embed
    from .loaders.exporting import export as export
    from .loaders.gold.support import gold_support as gold_support
    from .loaders.gold.writing import write_gold as write_gold
    from .loaders.identity import identify as identify
    from .loaders.identity import identity_of as identity_of
    from .loaders.rules_file import read_rules as read_rules
    from .loaders.sparql.asked import AskedEndpoint as AskedEndpoint
    from .loaders.sparql.endpoint import SparqlEndpoint as SparqlEndpoint
    from .loaders.sparql.loading import load_sparql as load_sparql
    from .loaders.triples import load_triples as load_triples
    from .loaders.typed_graphs import load_graph as load_graph

__version__ = "0.1.0"

# Public names that are modules: functions of one engine each.
_MODULES = {"ray": "engine.scale.on_ray", "spark": "engine.scale.on_spark"}

_HOME = {
    "AnswerCase": "engine.check.cases",
    "AskedEndpoint": "loaders.sparql.asked",
    "AskedModel": "engine.llm.asking",
    "AsyncAuditor": "engine.audit.async_auditor",
    "AsyncChecker": "engine.check.async_checker",
    "AuditResults": "engine.audit.results",
    "AuditWork": "engine.scale.auditing",
    "Auditor": "engine.audit.auditor",
    "Certificate": "engine.certificate.claims",
    "ChainOfThought": "engine.audit.verdicts",
    "ChatJudge": "engine.check.chat",
    "CheckHeader": "engine.report.check_page",
    "CheckResults": "engine.check.results",
    "CheckSettings": "engine.check.checker",
    "CheckWork": "engine.scale.checking",
    "CheckedAnswer": "engine.check.verdicts",
    "Checker": "engine.check.checker",
    "ClaimJudge": "engine.domain.judging",
    "Columns": "loaders.columns",
    "Dataset": "engine.scale.shards",
    "Document": "engine.terms",
    "DomainScorer": "engine.domain.scoring",
    "Entity": "engine.terms",
    "Fact": "engine.terms",
    "FactFilter": "engine.store.filters",
    "GenerateWork": "engine.scale.generating",
    "GraphChange": "engine.store.changing",
    "GroundpathError": "engine.errors",
    "LintSettings": "engine.quality.linting",
    "LocalWorkers": "engine.scale.workers",
    "NamedModel": "engine.scale.work",
    "PaperProtocol": "engine.audit.protocol",
    "Path": "engine.terms",
    "PathQuery": "engine.store.protocol",
    "PathSettings": "engine.audit.path.settings",
    "ReportHeader": "engine.report.html",
    "Run": "engine.scale.running",
    "ScoreWork": "engine.scale.scoring",
    "SelectionSettings": "engine.trace.opening",
    "SparqlEndpoint": "loaders.sparql.endpoint",
    "StoredFacts": "engine.trace.stored",
    "TraceSettings": "engine.trace.opening",
    "Triple": "engine.terms",
    "Verdict": "engine.audit.verdicts",
    "affected": "engine.affected.finding",
    "apply_change": "loaders.changing",
    "audit_to_file": "engine.audit.journal",
    "audit_with_index": "engine.affected.auditing",
    "backup": "loaders.backups.backing_up",
    "blame": "engine.blame.blaming",
    "check_to_file": "engine.check.journal",
    "check_traced": "engine.check.traced",
    "compare_audits": "engine.report.side_by_side",
    "drop_documents": "loaders.dropping",
    "embed": "loaders.embedding",
    "export": "loaders.exporting",
    "gold_support": "loaders.gold.support",
    "identify": "loaders.identity",
    "identity_of": "loaders.identity",
    "lint": "engine.quality.linting",
    "load_documents": "loaders.documents",
    "load_graph": "loaders.typed_graphs",
    "load_sparql": "loaders.sparql.loading",
    "load_triples": "loaders.triples",
    "make_tests": "engine.discriminate.making",
    "new_fact": "engine.store.changing",
    "open_chat": "engine.llm.opening",
    "open_encoder": "engine.text.opening",
    "open_store": "engine.store.opening",
    "open_tracer": "engine.trace.opening",
    "read_answers": "engine.domain.answers",
    "read_cases": "engine.check.cases",
    "read_chains": "engine.audit.chains",
    "read_checks": "engine.check.journal",
    "read_documents": "engine.trace.sources",
    "read_labels": "engine.audit.labels",
    "read_rules": "loaders.rules_file",
    "read_signer": "engine.certificate.signing",
    "read_verdicts": "engine.audit.journal",
    "recheck_file": "engine.certificate.checker",
    "restore": "loaders.backups.restoring",
    "resolve": "engine.store.resolving",
    "score_labels": "engine.audit.agreement",
    "write_check_html": "engine.report.check_page",
    "write_gold": "loaders.gold.writing",
    "write_html": "engine.report.html",
}

__all__ = sorted([*_HOME, *_MODULES, "__version__"])


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f".{_MODULES[name]}", __name__)
    if name not in _HOME:
        raise AttributeError(f"module 'groundpath' has no attribute {name!r}")
    return getattr(import_module(f".{_HOME[name]}", __name__), name)


def __dir__() -> list[str]:
    return __all__
