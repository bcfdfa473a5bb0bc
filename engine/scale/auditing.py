"""Rows with chains of thought, audited."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from ...loaders.columns import AS_NAMED, CHAINS, Columns
from ...loaders.rules_file import read_rules
from ..audit.alignment import EditCosts
from ..audit.auditor import Auditor
from ..audit.batches import failed
from ..audit.chains import chain_of
from ..audit.journal import row_of
from ..audit.judging import ParsedChain
from ..audit.logged import logged_rows
from ..audit.paper import PaperSettings
from ..audit.path.settings import PathSettings
from ..audit.protocol import PaperProtocol
from ..audit.verdicts import ChainOfThought, Verdict
from ..certificate.signing import Signer, read_signer
from ..extraction.chat import ChatReader
from ..llm.chat import ChatRequest
from ..llm.cost import Usage
from ..store.opening import open_store
from ..text.opening import open_encoder
from .results import Result
from .rows import NumberedRow, Unreadable
from .work import Maker, NamedModel, judged_view


@dataclass(frozen=True)
class AuditWork:
    """Audit chains of thought against a graph; see `Auditor` and `read_chains`.

    Attributes:
        store: its address, which every process can open.
        rules_file, signing_key: files, see `read_rules` and `read_signer`.
        reader: a chat model that tells what steps claim.
    """

    store: str
    kg: str
    method: str = "path"
    protocol: PaperProtocol | None = None
    settings: PathSettings | PaperSettings | None = None
    edit_costs: EditCosts = field(default_factory=EditCosts)
    encoder: str | None = None
    rules_file: str | None = None
    signing_key: str | None = None
    reader: NamedModel | None = None
    columns: Columns = AS_NAMED

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", Columns.of(self.columns, CHAINS))

    @property
    def name(self) -> str:
        return "audit"

    @contextmanager
    def open(self, graph: Path | None = None) -> Iterator[Maker]:
        with ExitStack() as opened:
            store = opened.enter_context(open_store(self.store))
            asked = opened.enter_context(self.reader.opened("audit-claims")) if self.reader else None
            reads_graph = self.method == "path"
            auditor = Auditor(
                store,
                self.kg,
                encoder=open_encoder(self.encoder),
                method=self.method,
                protocol=self.protocol,
                settings=self.settings,
                edit_costs=self.edit_costs,
                reader=ChatReader(asked) if asked else None,
                rules=read_rules(self.rules_file) if self.rules_file else None,
                view=judged_view(store, self.kg, graph) if reads_graph else None,
            )
            yield AuditMaker(auditor, read_signer(self.signing_key) if self.signing_key else None)


class AuditMaker:
    """Audits rows with one auditor."""

    def __init__(self, auditor: Auditor, signer: Signer | None = None) -> None:
        self._auditor = auditor
        self._signer = signer

    @property
    def version(self) -> str:
        signed = f" signed by {self._signer.key}" if self._signer else ""
        return f"{self._auditor.version}{signed}"

    @property
    def usage(self) -> Usage:
        reader = self._auditor.reader
        return reader.usage if reader else Usage()

    def of_one_state(self) -> Self:
        pinned = copy(self)
        pinned._auditor = self._auditor.of_one_state()
        return pinned

    def forget(self) -> None:
        self._auditor.forget()

    def make(self, rows: Sequence[NumberedRow]) -> list[Result]:
        read = [one for row in rows for one in self._read(row)]
        chains = [one for one in read if isinstance(one, ChainOfThought)]
        verdicts = self._auditor.audit_all(chains)
        return [
            self._result(one, read_badly=True)
            if isinstance(one, Verdict)
            else self._result(next(verdicts), read_badly=False)
            for one in read
        ]

    def requests(self, rows: Sequence[NumberedRow]) -> Iterator[ChatRequest]:
        reader = self._auditor.reader
        if reader is None:
            return
        read = (one for row in rows for one in self._read(row) if isinstance(one, ChainOfThought))
        parsed = map(ParsedChain.of, read)
        yield from reader.requests(one.stepped for one in parsed if one.can_be_judged)

    def _read(self, given: NumberedRow) -> list[ChainOfThought | Verdict]:
        """The chains of a row, or a verdict that says why it has none."""
        name, row = given
        try:
            if isinstance(row, Unreadable):
                raise ValueError(row.reason)
            return [chain_of(one, name) for one in logged_rows(row, name)]
        except ValueError as error:
            chain = ChainOfThought(name_of(given), "", "")
            return [failed(chain, f"The row cannot be read: {error}", self._auditor.method)]

    def _result(self, verdict: Verdict, *, read_badly: bool) -> Result:
        claims = [claim for step in verdict.steps for claim in step.claims]
        supported = sum(claim.status in ("supported", "inferred") for claim in claims)
        judged = supported + sum(claim.status == "contradicted" for claim in claims)
        has_failed = verdict.unscored_as == "failed"
        return Result(
            verdict.id,
            "failed" if has_failed else verdict.error or verdict.verdict,
            row_of(verdict, self._signer),
            faithful={"faithful": True, "unfaithful": False}.get(verdict.verdict),
            score=supported / judged if judged else None,
            claims=tuple(
                {"step": step.number, "text": f"{claim.subject} … {claim.object}", "status": claim.status}
                for step in verdict.steps
                for claim in step.claims
            ),
            error=verdict.reason if has_failed else None,
            model=verdict.model,
            again=has_failed and not read_badly and self._auditor.reader is not None,
        )


def name_of(given: NumberedRow) -> str:
    """What a row that cannot be read is called: its id where that is plain, else its file and number."""
    name, row = given
    id = row.get("id") if isinstance(row, dict) else None
    return str(id) if isinstance(id, str | int) and id not in ("", True, False) else name
