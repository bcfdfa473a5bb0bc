"""The words of a text and the names in it, by the kernel that `choosing` finds."""

from .choosing import chosen_kernel

_kernel = chosen_kernel("mentions")
take_apart, elided, NameFinder = _kernel.take_apart, _kernel.elided, _kernel.NameFinder

__all__ = ["NameFinder", "elided", "take_apart"]
