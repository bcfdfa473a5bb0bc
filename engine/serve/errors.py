"""What can go wrong in a server alone."""

from ..errors import GroundpathError


class OverloadedError(GroundpathError, RuntimeError):
    """More requests wait than the server takes."""


class UnknownRunError(GroundpathError, LookupError):
    """There is no such run, or it has no such verdict."""
