from .alignment_py import align as align
from .alignment_py import distance as distance
from .alignment_py import distances as distances
from .alignment_py import nearest as nearest
from .alignment_py import score as score
