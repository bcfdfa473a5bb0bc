"""The server's process: its socket, its log, and uvicorn."""

import logging
import socket
import sys
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

import uvicorn

from ..errors import InputError
from .app import create_app
from .settings import ServeSettings
from .telemetry import JSONLines

_MOST_CONNECTIONS = 512
_SECONDS_TO_END = 3  # given to answers that are under way


def run_server(settings: ServeSettings, started: Callable[[str], None]) -> None:
    """Serve until the process is told to end.

    Args:
        started: told the address, once requests are taken.

    Raises:
        InputError: nothing can listen there, or the folder of the runs cannot be used.
    """
    _log_as_json()
    with _listening(settings) as listening:
        app = create_app(settings)
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            limit_concurrency=_MOST_CONNECTIONS,
            timeout_graceful_shutdown=_SECONDS_TO_END,
        )
        host, port = listening.getsockname()[:2]
        started(f"http://{f'[{host}]' if ':' in host else host}:{port}")
        uvicorn.Server(config).run(sockets=[listening])


def _listening(settings: ServeSettings) -> socket.socket:
    family = socket.AF_INET6 if _is_ipv6(settings.host) else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family)
    except OSError as error:
        raise InputError(
            f"nothing can listen at {settings.host}, port {settings.port}: {error.strerror or error}; choose "
            "another --port (0 for a free one)"
        ) from None


def _is_ipv6(host: str) -> bool:
    try:
        return isinstance(ip_address(host), IPv6Address)
    except ValueError:
        return False


def _log_as_json() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JSONLines())
    for name, level in (("groundpath", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(level)
        logger.propagate = False
