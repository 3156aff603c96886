"""A server that takes every call and answers none."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.waiting import nobody_waits_for_ever


class HangingServer:
    def __init__(self) -> None:
        self.door = socket.create_server(("127.0.0.1", 0))
        self.door.setblocking(False)
        self.port: int = self.door.getsockname()[1]
        self.taken: list[socket.socket] = []

    def calls(self) -> int:
        """How many there have been, with those who gave up."""
        with suppress(OSError):
            while True:
                self.taken.append(self.door.accept()[0])
        return len(self.taken)

    def lost_patience(self) -> int:
        """How many have hung up."""
        self.calls()
        return sum(_has_hung_up(each) for each in self.taken)

    def close(self) -> None:
        """Hangs up."""
        with self.door:
            self.calls()
        for each in self.taken:
            each.close()


def _has_hung_up(caller: socket.socket) -> bool:
    try:
        while caller.recv(65536, socket.MSG_DONTWAIT):
            pass
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


@contextmanager
def run_hanging_server() -> Iterator[HangingServer]:
    server = HangingServer()
    try:
        with nobody_waits_for_ever(server.close):
            yield server
    finally:
        server.close()
