from .beam_py import advance as advance
from .beam_py import candidates as candidates
