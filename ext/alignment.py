"""Alignment of paths, by the kernel that `choosing` finds."""

from .choosing import chosen_kernel

_kernel = chosen_kernel("alignment")

align = _kernel.align
distance = _kernel.distance
distances = _kernel.distances
nearest = _kernel.nearest
score = _kernel.score

__all__ = ["align", "distance", "distances", "nearest", "score"]
