"""Simple paths, by the kernel that `choosing` finds."""

from .choosing import chosen_kernel

simple_paths = chosen_kernel("paths").simple_paths

__all__ = ["simple_paths"]
