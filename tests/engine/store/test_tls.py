"""A server without TLS, or with a certificate of its own making, is told as what it is."""

import socket
import threading

import pytest
from groundpath.engine.errors import StoreError
from groundpath.engine.store.opening import open_store


@pytest.fixture
def plain_server():
    """Answers in plain text whatever it is sent."""
    server = socket.create_server(("127.0.0.1", 0))

    def serve():
        while True:
            try:
                connection, _ = server.accept()
                with connection:
                    connection.recv(100)
                    connection.sendall(b"no TLS here at all")
            except OSError:
                return

    threading.Thread(target=serve, daemon=True).start()
    yield f"127.0.0.1:{server.getsockname()[1]}"
    server.close()


@pytest.mark.parametrize("scheme", ["bolt+s", "bolt+ssc", "neo4j+s"])
def test_tls_to_a_server_without(plain_server, scheme):
    plain = scheme.partition("+")[0]
    with (
        open_store(f"{scheme}://{plain_server}", password="sesame") as store,
        pytest.raises(StoreError, match=rf"speaks no TLS .* use {plain}:// for a server without"),
    ):
        store.verify()
