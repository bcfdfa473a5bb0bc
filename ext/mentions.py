"""The words of a text and the names in it, by the kernel that `choosing` finds."""

from .choosing import chosen_kernel

_kernel = chosen_kernel("mentions")
take_apart, find_names = _kernel.take_apart, _kernel.find_names

__all__ = ["find_names", "take_apart"]
