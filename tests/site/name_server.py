"""A name server that answers from a dict by UDP."""

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset

Zone = Mapping[tuple[str, str], list[str]]


@contextmanager
def name_server(zone: Zone) -> Iterator[str]:
    """Yields its address."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        door.bind(("127.0.0.1", 0))
        door.settimeout(0.1)
        ended = threading.Event()
        thread = threading.Thread(target=answer_until, args=(door, zone, ended))
        thread.start()
        try:
            yield f"127.0.0.1:{door.getsockname()[1]}"
        finally:
            ended.set()
            thread.join()


def answer_until(door: socket.socket, zone: Zone, ended: threading.Event) -> None:
    while not ended.is_set():
        try:
            data, caller = door.recvfrom(4096)
        except TimeoutError:
            continue
        door.sendto(answer_of(dns.message.from_wire(data), zone).to_wire(), caller)


def answer_of(query: dns.message.Message, zone: Zone) -> dns.message.Message:
    (question,) = query.question
    name, kind = question.name.to_text(omit_final_dot=True), dns.rdatatype.to_text(question.rdtype)
    answer = dns.message.make_response(query)
    answer.flags |= dns.flags.RA
    if records := zone.get((name, kind)):
        answer.answer.append(dns.rrset.from_text(question.name, 60, "IN", kind, *records))
    elif not any(each == name for each, _ in zone):
        answer.set_rcode(dns.rcode.NXDOMAIN)
    return answer
