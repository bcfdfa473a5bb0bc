from .mentions_py import find_names as find_names
from .mentions_py import take_apart as take_apart
