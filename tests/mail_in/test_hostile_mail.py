"""Whatever the bytes of a mail are: nothing crashes, nothing is played, little memory is used."""

import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from email.message import EmailMessage
from functools import partial

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from games.domain import Refusal
from games.edge import now
from mail_in.cutting import own_lines
from mail_in.hypertext import text_of_html
from mail_in.orders import Instructions, is_order, read_instructions
from mail_in.playing import Outcome
from mail_in.reading import LARGEST, MOST_READ, IncomingMail, parse_mail
from mail_in.receiving import receive
from notifications.reply_addresses import read_address
from tests.doing import table_of
from tests.mail_in.mails import reply_address_of, start_mailed_game

MOST_MEMORY = 100_000_000
MOST_SECONDS = 10
HEAD = b"From: ada@example.org\r\nTo: nobody@localhost\r\n"
IS_ORDER = partial(is_order, choice="turn")


def orders_of(letter: IncomingMail) -> Instructions:
    try:
        return read_instructions(own_lines(letter.text, IS_ORDER), "turn")
    except Refusal:
        return Instructions()


fields = st.sampled_from([
    "From", "To", "Subject", "Content-Type", "Content-Transfer-Encoding", "Message-ID",
    "References", "Content-Disposition", "Auto-Submitted", "Return-Path", "Precedence",
])  # fmt: skip
values = st.one_of(
    st.text(max_size=80),
    st.sampled_from([
        'multipart/mixed; boundary="b"', "multipart/alternative; boundary=b", "message/rfc822",
        "multipart/mixed", "multipart/mixed; boundary=", "text/html; charset=utf-16",
        "text/plain; charset=utf-7", "text/plain; charset=punycode", "text/plain; charset=\x00",
        "text/plain; charset*=''%ff", "text/plain; format=flowed; delsp=yes", "base64",
        "quoted-printable", "x-uuencode", "=?utf-8?b?////?=", "=?zip?q?x?=", "=?utf-8?q?=GG?=",
        "<<>>", '"', "(((", "=?idna?q?xn--?=", "a@b <c@d>, e@f",
    ]),
)  # fmt: skip
heads = st.lists(st.tuples(fields, values), max_size=6).map(
    lambda some: "".join(f"{name}: {value}\n" for name, value in some).encode("utf-8", "replace")
)
bodies = st.one_of(
    st.binary(max_size=300),
    st.sampled_from([
        b"--b\n", b"--b--\n", b"\n--b\n\n", b"On 1 wrote:\n", b"> x\n", b"##- x\n", b"<blockquote>",
        b"From: x\nTo: y\n", b"-- \n", b"&#99999999;", b"<p", b"=\n", b"=4", b"QQ=",
    ]),
)  # fmt: skip
mails = st.lists(st.one_of(heads, bodies, st.just(b"\n")), max_size=12).map(b"".join)


@given(st.one_of(st.binary(max_size=2000), mails))
@example(b"")
@example(b"\n")
@example(b"Content-Type: multipart/mixed; boundary=b\n\n--b")
def test_any_bytes_give_a_letter_that_nobody_is_bound_to(raw: bytes) -> None:
    letter = parse_mail(raw)
    orders_of(letter)
    assert all(read_address(to) is None for to in letter.recipients)
    assert "\n" not in letter.subject + letter.sender + letter.message_id
    assert receive(raw, None, (), now()) is Outcome.NOBODY


@given(st.text(), st.sampled_from(["utf-8", "utf-16", "latin-1", "utf-7"]))
def test_a_text_in_any_charset_can_be_read(text: str, charset: str) -> None:
    raw = b"Content-Type: text/plain; charset=%s\n\n" % charset.encode()
    own_lines(parse_mail(raw + text.encode(charset, "replace")).text, IS_ORDER)


@given(st.text(alphabet="<>/!-&#;abdivp\"'= x1\n", max_size=400))
def test_any_html_gives_text(source: str) -> None:
    assert "<p>" not in text_of_html(source).lower().replace("<p>", "", source.count("&lt;"))


@given(st.lists(st.sampled_from(["Chicago", "expand", ">", "note", "2", "take back", "", "to"])))
def test_any_lines_are_orders_or_refused(words: list[str]) -> None:
    with suppress(Refusal):
        read_instructions(words, "turn")


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
@settings(
    max_examples=150,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(mails)
def test_what_asks_for_nothing_plays_nothing(some: bytes) -> None:
    game, people = start_mailed_game()
    before = table_of(game)
    raw = f"From: {people.ada.email}\nTo: {reply_address_of(game, people.ada)}\n".encode() + some
    orders = orders_of(parse_mail(raw))
    outcome = receive(raw, None, (), now())
    assert outcome is not Outcome.NOBODY
    assert orders.has_order or table_of(game) == before


def part_of_type(kind: bytes, body: bytes, more: bytes = b"") -> bytes:
    return HEAD + b"Content-Type: " + kind + b"\r\n" + more + b"\r\n" + body


def fill(unit: bytes) -> bytes:
    return unit * (LARGEST // len(unit))


def nest(depth: int) -> bytes:
    levels = [
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i) for i in range(depth)
    ]
    return b"".join(levels) + b"\nexpand to Chicago"


BASE64 = b"Content-Transfer-Encoding: base64\r\n"
PRINTABLE = b"Content-Transfer-Encoding: quoted-printable\r\n"
BOMBS: dict[str, Callable[[], bytes]] = {
    "short lines": lambda: part_of_type(b"text/plain", fill(b"a\n")),
    "empty lines": lambda: part_of_type(b"text/plain", fill(b"\r\n")),
    "one line": lambda: part_of_type(b"text/plain", fill(b"a")),
    "quotes": lambda: part_of_type(b"text/plain", fill(b"> ")),
    "attributions": lambda: part_of_type(b"text/plain", fill(b"Am " + b"1 schrieb " * 45 + b"\n")),
    "headers in the text": lambda: part_of_type(b"text/plain", fill(b"From: x\n")),
    "words": lambda: part_of_type(b"text/plain", fill(b"abcde fghij klmno " * 25 + b"\n\n")),
    "long words": lambda: part_of_type(
        b"text/plain", b"\n".join(b"x" * length for length in range(200, 1200))
    ),
    "flowed lines": lambda: part_of_type(b"text/plain; format=flowed", fill(b"a \n")),
    "nested parts": lambda: nest(5000),
    "many parts": lambda: part_of_type(b"multipart/mixed; boundary=b", fill(b"--b\n\n")),
    "a long head": lambda: fill(b"A: b\r\n"),
    "a long field": lambda: b"From: " + fill(b"a@b.c, "),
    "an address of brackets": lambda: b"From: " + b"(" * 60_000 + b"\n\n",
    "a subject of words": lambda: b"Subject: " + b"=?utf-8?q?a?= " * 4000 + b"\n\n",
    "tags without end": lambda: part_of_type(b"text/html", fill(b"<a ")),
    "tags": lambda: part_of_type(b"text/html", fill(b"<div>")),
    "comments without end": lambda: part_of_type(b"text/html", fill(b"<!--")),
    "quotes in quotes": lambda: part_of_type(b"text/html", fill(b"<blockquote>x")),
    "entities": lambda: part_of_type(b"text/html", fill(b"&amp;")),
    "a long number": lambda: part_of_type(b"text/html", b"&#" + b"9" * 100_000 + b";"),
    "a long name": lambda: part_of_type(b"text/html", b"<" + fill(b"a")),
    "base64 in short lines": lambda: part_of_type(b"text/plain", fill(b"QUFB\n"), BASE64),
    "soft line ends": lambda: part_of_type(b"text/plain", fill(b"=\n"), PRINTABLE),
    "an archive": lambda: part_of_type(b"application/zip", fill(b"PK\x03\x04"), BASE64),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_mail_made_to_cost_much_costs_little(name: str) -> None:
    raw = BOMBS[name]()
    tracemalloc.start()
    try:
        began = time.process_time()
        orders = orders_of(parse_mail(raw))
        assert receive(raw, None, (), now()) in (Outcome.NOBODY, Outcome.TOO_LARGE)
        assert time.process_time() - began < MOST_SECONDS
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    finally:
        tracemalloc.stop()
    assert not orders.has_order


def test_a_mail_that_is_too_large_is_not_even_read() -> None:
    assert receive(b"a" * (LARGEST + 1), None, (), now()) is Outcome.TOO_LARGE


def test_text_is_found_before_a_large_attachment_but_not_behind_what_is_looked_at() -> None:
    message = EmailMessage()
    message.set_content("expand to Chicago\n")
    message.add_attachment(b"\x00" * MOST_READ, maintype="image", subtype="png")
    assert orders_of(parse_mail(bytes(message))).orders == ("expand to Chicago",)
    parts = bytes(message).split(b"\n--", 1)
    assert len(parts[1]) > MOST_READ


def test_an_address_in_a_name_or_a_remark_is_not_the_sender() -> None:
    for field in (
        b'"ada@example.org" <mallory@example.org>',
        b"mallory@example.org (ada@example.org)",
        b"ada@example.org <mallory@example.org>",
        b'"a\\" <ada@example.org>" <mallory@example.org>',
    ):
        assert parse_mail(b"From: " + field + b"\n\nx").sender == "mallory@example.org"
