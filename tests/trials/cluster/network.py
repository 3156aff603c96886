"""Hosts with addresses of their own: network namespaces, or loop addresses where there are none."""

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from tests.programs import free_port

OUTSIDE = "outside"
"""This machine itself, from which people and other mail servers come."""
NOWHERE = "02:00:00:00:00:00"
NAME = re.compile(r"^franchise-(\d+)-\S+")


class Namespaces:
    """Each host is a network namespace, and a veth leads from it to one bridge."""

    can_cut = True

    def __init__(self, hosts: Sequence[str]) -> None:
        self.bridge = f"fr{os.getpid()}"
        self.net = next(net for net in _nets() if not _ip("-o", "addr", "show", "to", f"{net}0/24"))
        self.addresses = {host: f"{self.net}{number}" for number, host in enumerate(hosts, 1)}
        self.addresses[OUTSIDE] = f"{self.net}254"

    def local(self, host: str) -> str:
        return "127.0.0.1"

    def enter(self, host: str) -> list[str]:
        """What a command begins with to run on the host."""
        return [] if host == OUTSIDE else ["nsenter", f"--net=/run/netns/{self._name(host)}"]

    def _name(self, host: str) -> str:
        return f"franchise-{os.getpid()}-{host}"

    @contextmanager
    def hold(self) -> Iterator[None]:
        remove_left_over()
        try:
            self._make()
            yield
        finally:
            _remove(str(os.getpid()))

    def _make(self) -> None:
        _ip("link", "add", self.bridge, "type", "bridge")
        _ip("addr", "add", f"{self.addresses[OUTSIDE]}/24", "dev", self.bridge)
        _ip("link", "set", self.bridge, "up")
        for number, (host, address) in enumerate(self.addresses.items()):
            if host == OUTSIDE:
                continue
            name, end = self._name(host), f"f{os.getpid()}v{number}"
            _ip("netns", "add", name)
            _ip("link", "add", end, "type", "veth", "peer", "name", "eth0", "netns", name)
            _ip("link", "set", end, "master", self.bridge, "up")
            _ip("-n", name, "addr", "add", f"{address}/24", "dev", "eth0")
            _ip("-n", name, "link", "set", "eth0", "up")
            _ip("-n", name, "link", "set", "lo", "up")
            _ip("-n", name, "route", "add", "default", "via", self.addresses[OUTSIDE])

    def cut(self, one: str, other: str) -> None:
        """What they send each other is lost, and nobody is told."""
        for here, there in ((one, other), (other, one)):
            self._neighbour(here, "replace", there, "lladdr", NOWHERE, "nud", "permanent")

    def heal(self, one: str, other: str) -> None:
        for here, there in ((one, other), (other, one)):
            self._neighbour(here, "del", there)

    def _neighbour(self, here: str, what: str, there: str, *more: str) -> None:
        within = () if here == OUTSIDE else ("-n", self._name(here))
        device = self.bridge if here == OUTSIDE else "eth0"
        _ip(*within, "neigh", what, self.addresses[there], *more, "dev", device)


class LoopAddresses:
    """Each host is an address of the loop. They can be killed, but nothing lies between them."""

    can_cut = False

    def __init__(self, hosts: Sequence[str]) -> None:
        # The lock on a port of its own is a number of its own.
        self.net = f"127.93.{free_port() % 250 + 1}."
        self.addresses = {host: f"{self.net}{number}" for number, host in enumerate(hosts, 1)}
        self.addresses[OUTSIDE] = f"{self.net}254"

    def local(self, host: str) -> str:
        return self.addresses[host]

    def enter(self, host: str) -> list[str]:
        return []

    @contextmanager
    def hold(self) -> Iterator[None]:
        print(
            "THERE ARE NO NETWORK NAMESPACES HERE (they take root and iproute2): all hosts are"
            " addresses of the loop, and no network between them can be cut."
        )
        yield

    def cut(self, one: str, other: str) -> None:
        raise NotImplementedError(f"nothing lies between {one} and {other}")

    heal = cut


Network = Namespaces | LoopAddresses


def network_of(hosts: Sequence[str]) -> Network:
    return Namespaces(hosts) if can_make_namespaces() else LoopAddresses(hosts)


def can_make_namespaces() -> bool:
    name, end = f"franchise-{os.getpid()}-probe", f"f{os.getpid()}probe"
    try:
        _ip("netns", "add", name)
        _ip("link", "add", end, "type", "veth", "peer", "name", "eth0", "netns", name)
    except (OSError, subprocess.CalledProcessError):
        return False
    finally:
        if Path("/run/netns", name).exists():
            _ip("netns", "del", name)
    return True


def remove_left_over() -> None:
    """What a trial that was killed could not remove."""
    pids = {match[1] for line in _ip("netns", "list").splitlines() if (match := NAME.match(line))}
    for pid in pids:
        if not Path("/proc", pid).exists():
            _remove(pid)


def _remove(pid: str) -> None:
    for line in _ip("netns", "list").splitlines():
        if (match := NAME.match(line)) and match[1] == pid:
            _ip("netns", "del", line.split()[0])
    if Path("/sys/class/net", f"fr{pid}").exists():
        _ip("link", "del", f"fr{pid}")


def _nets() -> Iterator[str]:
    for number in count(os.getpid()):
        yield f"10.93.{number % 250 + 1}."


def _ip(*words: str) -> str:
    command = ["ip", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
