"""How a command's chat model is asked: its sampling, what an answer may take, whether kept ones are found."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from .options import Decorated, open_chat_cache
from .output import say

if TYPE_CHECKING:
    from ..llm.cache import ChatCache
    from ..llm.chat import ChatModel

_TIMEOUT_S = 600.0
_LONGEST_REPLY = 16_000_000


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """What the options say.

    Attributes:
        timeout_s, longest_reply: see `engine.llm.chat.Limits`.
        anew: whether what was answered before is asked again; what is answered now is kept in either case.
        temperature, top_p: of what is asked without one of its own.
    """

    timeout_s: float = _TIMEOUT_S
    longest_reply: int = _LONGEST_REPLY
    anew: bool = False
    temperature: float | None = None
    top_p: float | None = None

    def opened(self, model: str, tokenizer: str | None = None) -> "ChatModel":
        """The chat model of a name, as `open_chat` has it."""
        from ..llm.chat import Limits
        from ..llm.opening import open_chat
        from ..llm.sampled_chat import Sampling

        limits = Limits(self.timeout_s, self.longest_reply)
        return open_chat(model, tokenizer, sampling=Sampling(self.temperature, self.top_p), limits=limits)

    def cache(self) -> "ChatCache":
        """Where its answers are kept."""
        return open_chat_cache(anew=self.anew)


AS_USUAL = ModelSettings()

_LIMITS = (
    click.option(
        "--no-cache",
        "anew",
        is_flag=True,
        help="Ask again what was answered before. The new answers replace the old ones.",
    ),
    click.option(
        "--max-reply-bytes",
        "longest_reply",
        default=_LONGEST_REPLY,
        show_default=True,
        type=click.IntRange(1),
        help="Most bytes that a server may send as one answer.",
    ),
    click.option(
        "--timeout",
        "timeout_s",
        default=_TIMEOUT_S,
        show_default=True,
        type=click.FloatRange(0, min_open=True),
        metavar="SECONDS",
        help="Seconds for one answer of the model, all tries together.",
    ),
)
_SAMPLING = (
    click.option("--top-p", type=click.FloatRange(0, 1, min_open=True), help="[default: the server's]"),
    click.option("--temperature", type=click.FloatRange(0), help="[default: the server's]"),
)


def model_settings_options(*, sampling: bool = True) -> Callable[[Decorated], Decorated]:
    """Options of a command that asks a chat model, which it is given as `how`, ModelSettings.

    Args:
        sampling: False for a command that has --temperature of its own.
    """

    def options(function: Decorated) -> Decorated:
        @wraps(function)
        def command(*, timeout_s: float, longest_reply: int, anew: bool, **others: Any) -> Any:
            sampled = {name: others.pop(name) for name in ("temperature", "top_p") if sampling}
            return function(how=ModelSettings(timeout_s, longest_reply, anew, **sampled), **others)

        decorated: Decorated = command
        for option in (*_LIMITS, *(_SAMPLING if sampling else ())):
            decorated = option(decorated)
        return decorated

    return options


def sampling_options(function: Decorated) -> Decorated:
    """How a model is sampled: `protocol`, `temperature` and `top_p`, as Direct Evaluation of CoT has them."""
    command = function
    for option in (
        *_SAMPLING,
        click.option(
            "--protocol",
            type=click.Choice(["groundpath", "paper"]),
            default="groundpath",
            show_default=True,
            help="paper: temperature 0.7 and top_p 0.9 where they are not given, as published (Direct"
            " Evaluation of CoT, Section 4). groundpath: sends only what is given.",
        ),
    ):
        command = option(command)
    return command


def tell_sampling(temperature: float | None, top_p: float | None) -> None:
    """Say what --protocol paper sends."""
    say(f"Protocol paper: sent with temperature {temperature:g} and top_p {top_p:g}.")
