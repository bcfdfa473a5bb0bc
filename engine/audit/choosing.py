"""What a user chooses of how chains are judged, made the settings of a method: one rule for every door."""

from collections.abc import Callable
from typing import NamedTuple

from ..errors import InputError
from ..grounding.matching import World
from ..hops import Orientation
from .coherence import METHOD as PAPER
from .paper import PaperSettings
from .path.rendering import METHOD as PATH
from .path.settings import PathSettings

PAPER_PROTOCOL = "paper"
"""The name of the evaluation as published; see `PaperProtocol`."""


class Chosen(NamedTuple):
    """A method, as `Auditor` names it, and its settings."""

    method: str
    settings: PathSettings | PaperSettings


def as_setting(name: str, value: str = "") -> str:
    """How a setting, or a value of it, is written in a message: `top_k`, `method 'paper'`."""
    return f"{name} {value!r}" if value else name


def choose(
    *,
    protocol: str,
    method: str | None,
    world: World | None,
    top_k: int | None,
    sigma: float | None,
    orientation: Orientation | None,
    written: Callable[..., str] = as_setting,
) -> Chosen:
    """The method and settings that were chosen; None is what the method takes without a choice.

    Args:
        protocol: "groundpath", or "paper", which judges by method "paper" with facts along the walk.
        method: "path" or "paper"; None for the protocol's.
        world: for "path", see `PathSettings`.
        top_k, sigma, orientation: for "paper", see `PaperSettings`: K, the threshold, how facts lead.
        written: how a message writes a setting (its name), or a value of it (name, value).

    Raises:
        InputError: a choice belongs to the other method, or is out of its range.
    """
    published = protocol == PAPER_PROTOCOL
    if published and method == PATH:
        raise InputError(
            f"{written('protocol', protocol)} judges by method paper; leave {written('method')} out"
        )
    if (method or (PAPER if published else PATH)) == PATH:
        if (top_k, sigma, orientation) != (None, None, None):
            names = f"{written('orientation')}, {written('top_k')} and {written('sigma')}"
            raise InputError(f"{names} belong to {written('method', PAPER)}; leave them out")
        return Chosen(PATH, PathSettings() if world is None else PathSettings(world))
    if world is not None:
        raise InputError(
            f"{written('world')} belongs to {written('method', PATH)}; paper judges in a closed one; leave "
            "it out"
        )
    usual = PaperSettings(orientation="walk") if published else PaperSettings()
    settings = PaperSettings(
        candidates=usual.candidates if top_k is None else top_k,
        factual_threshold=usual.factual_threshold if sigma is None else sigma,
        orientation=orientation or usual.orientation,
    )
    return Chosen(PAPER, settings)
