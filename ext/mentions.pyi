from .mentions_py import NameFinder as NameFinder
from .mentions_py import elided as elided
from .mentions_py import take_apart as take_apart
