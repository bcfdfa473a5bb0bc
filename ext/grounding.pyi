from .grounding_py import ground as ground
