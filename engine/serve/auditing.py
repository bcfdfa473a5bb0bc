"""Auditors that are kept: a graph is read once, not for each text."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..audit.auditor import Auditor
from ..audit.choosing import PAPER_PROTOCOL, Chosen, choose
from ..audit.protocol import PaperProtocol
from ..audit.verdicts import ChainOfThought, Verdict
from ..store.protocol import GraphInfo, GraphStore
from ..text.encoder import Encoder

_MOST_KEPT = 8  # auditors; each holds a graph in memory


class AuditSettings(BaseModel):
    """How chains are judged, as the options of `groundpath audit` say it; what is left out is the default."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    method: Literal["path", "paper"] | None = None
    protocol: Literal["groundpath", "paper"] = "groundpath"
    world: Literal["local", "open", "closed"] | None = None
    top_k: Annotated[int, Field(ge=1, le=1000)] | None = None
    sigma: Annotated[float, Field(ge=0, le=1)] | None = None
    orientation: Literal["stored", "walk"] | None = None

    def chosen(self) -> Chosen:
        """The method and its settings. Raises InputError where settings of one are given for the other."""
        return choose(**self.model_dump())

    def auditor(self, store: GraphStore, kg: str, encoder: Encoder) -> Auditor:
        """An auditor that judges so; it has read nothing yet.

        Raises:
            InputError: settings of the one method are given for the other.
        """
        chosen = self.chosen()
        return Auditor(
            store,
            kg,
            encoder=encoder,
            method=chosen.method,
            protocol=PaperProtocol.of_files(None, None) if self.protocol == PAPER_PROTOCOL else None,
            settings=chosen.settings,
        )


class Auditors:
    """Auditors by graph and settings, the last used ones; for one thread."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._kept: OrderedDict[tuple[str, AuditSettings], tuple[GraphInfo, Auditor]] = OrderedDict()

    def audit(
        self, store: GraphStore, kg: str, settings: AuditSettings, chains: Sequence[ChainOfThought]
    ) -> list[Verdict]:
        """One verdict each, in order. Raises as `Auditor.audit`."""
        return list(self.auditor(store, kg, settings).audit_all(chains))

    def auditor(self, store: GraphStore, kg: str, settings: AuditSettings) -> Auditor:
        """One that judges so; made anew where the graph was loaded again since."""
        info, key = store.graph(kg), (kg, settings)
        kept = self._kept.get(key)
        if kept is None or kept[0] != info:
            kept = self._kept[key] = (info, settings.auditor(store, kg, self._encoder))
        self._kept.move_to_end(key)
        if len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return kept[1]
