"""Claims grounded along the best path, by the kernel that `choosing` finds."""

from .choosing import chosen_kernel

ground = chosen_kernel("grounding").ground

__all__ = ["ground"]
