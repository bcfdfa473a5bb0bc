"""Steps of a beam search, by the kernel that `choosing` finds."""

from .choosing import chosen_kernel

_kernel = chosen_kernel("beam")

advance = _kernel.advance
candidates = _kernel.candidates

__all__ = ["advance", "candidates"]
