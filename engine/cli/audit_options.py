"""How `groundpath audit` judges: its options, and the settings that they mean."""

from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ..errors import InputError
from .options import Decorated

if TYPE_CHECKING:
    from ..audit.auditor import Auditor
    from ..audit.choosing import Chosen
    from ..audit.paper import PaperSettings
    from ..audit.path.settings import PathSettings
    from ..audit.protocol import PaperProtocol
    from ..store.protocol import GraphStore

_OPTIONS = (
    click.option(
        "--protocol",
        type=click.Choice(["groundpath", "paper"]),
        default="groundpath",
        show_default=True,
        help="groundpath: texts in any layout. paper: the evaluation as published (Direct Evaluation of CoT):"
        " method paper, facts along the walk, abstained by the keywords of Appendix C.4, unstructured by the"
        " layout of C.5.",
    ),
    click.option(
        "--abstained-keywords",
        metavar="FILE",
        type=click.Path(),
        help="For protocol paper: one a line, in place of the paper's.",
    ),
    click.option(
        "--structured-pattern",
        metavar="FILE",
        type=click.Path(),
        help="For protocol paper: a regular expression in place of the paper's, with a group `answer`.",
    ),
    click.option(
        "--method",
        type=click.Choice(["path", "paper"]),
        help="path: what each step claims. paper: the paper's Algorithms 1 and 2, over vectors of facts."
        "  [default: path; with protocol paper, paper]",
    ),
    click.option(
        "--world",
        type=click.Choice(["local", "open", "closed"]),
        help="For path: which absent facts are false: more tails of a head and relation (local), of relations"
        " with one tail a head (open), all (closed).  [default: local]",
    ),
    click.option(
        "--top-k", type=click.IntRange(1), help="For paper: K, facts looked at for a step.  [default: 10]"
    ),
    click.option(
        "--sigma", type=click.FloatRange(0, 1), help="For paper: score that supports a step.  [default: 0.7]"
    ),
    click.option(
        "--orientation",
        type=click.Choice(["stored", "walk"]),
        help="For paper: facts lead from head to tail, or along the walk from whichever end is reached, as"
        " Table 8 prints them.  [default: stored; with protocol paper, walk]",
    ),
)


class Judging(NamedTuple):
    """How chains are judged: see `engine.audit.auditor.Auditor`."""

    method: str
    protocol: "PaperProtocol | None"
    settings: "PathSettings | PaperSettings"


def auditor_of(
    store: "GraphStore", kg: str, judging: Judging, encoder: str | None, **others: Any
) -> "Auditor":
    """The auditor of a command; `others` are further arguments of `Auditor`."""
    from ..audit.auditor import Auditor
    from ..text.opening import open_encoder

    return Auditor(
        store,
        kg,
        encoder=open_encoder(encoder),
        method=judging.method,
        protocol=judging.protocol,
        settings=judging.settings,
        **others,
    )


def judging_options(function: Decorated) -> Decorated:
    """Options of a command that judges chains, which it is given as `judging`."""
    command: Decorated = _with_judging(function)
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def _with_judging(function: Decorated) -> Decorated:
    @wraps(function)
    def command(
        *,
        protocol: str,
        abstained_keywords: str | None,
        structured_pattern: str | None,
        method: str | None,
        world: str | None,
        top_k: int | None,
        sigma: float | None,
        orientation: str | None,
        **others: Any,
    ) -> Any:
        chosen = _chosen(
            protocol=protocol, method=method, world=world, top_k=top_k, sigma=sigma, orientation=orientation
        )
        published = _protocol(protocol, abstained_keywords, structured_pattern)
        return function(judging=Judging(chosen.method, published, chosen.settings), **others)

    return command


def _chosen(**options: Any) -> "Chosen":
    """What the options choose; those of another method are wrong usage."""
    from ..audit.choosing import choose

    try:
        return choose(**options, written=_as_option)
    except InputError as error:
        raise click.UsageError(str(error)) from None


def _as_option(name: str, value: str = "") -> str:
    return f"--{name.replace('_', '-')} {value}".rstrip()


def _protocol(name: str, keywords: str | None, pattern: str | None) -> "PaperProtocol | None":
    """The paper's protocol, None for groundpath's; files of the paper's are wrong usage there."""
    from ..audit.choosing import PAPER_PROTOCOL
    from ..audit.protocol import PaperProtocol

    if name == PAPER_PROTOCOL:
        return PaperProtocol.of_files(keywords, pattern)
    if keywords or pattern:
        raise click.UsageError("--abstained-keywords and --structured-pattern belong to --protocol paper")
    return None
