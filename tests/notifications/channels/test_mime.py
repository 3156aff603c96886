"""What is written for a mail server is, byte for byte, what every mail program can read."""

import re
from email import message_from_bytes
from email.policy import default
from io import BytesIO

import pytest
from PIL import Image

from notifications.channels.mime import LONGEST_LINE, mail_of
from notifications.messages.letter import Choice, Choices, Letter, Lines, Link, Picture
from notifications.messages.message import Message, Text

pytestmark = pytest.mark.django_db
LONG = "https://franchise.example/" + "x" * 300


def png() -> bytes:
    drawn = BytesIO()
    Image.effect_noise((300, 200), 60).save(drawn, "png")
    return drawn.getvalue()


PNG = png()
LETTER = Letter(
    subject="Größe zählt: À vous, Zoë",
    game="Route 66",
    lead=("Your turn", "From here on, words"),
    parts=(
        Picture("The board", PNG),
        Lines("What happened", ("--=_alternative_", "a line\r\nof two", "= sign at the end =")),
        Choices("Choices", (Choice(1, ("expand to Reno",)),)),
    ),
    links=(Link("Table", LONG),),
    why="You play.",
    stop=None,
    language="en",
)


def written(message: Message) -> bytes:
    """As it goes to a mail server."""
    raw: bytes = mail_of(message).message().as_bytes(linesep="\r\n")
    return raw


def test_a_mail_with_pictures_reads_back_as_it_was_made() -> None:
    message = Message("zoe@example.org", "7.turn.1", LETTER, thread="7", stop=LONG)
    made, raw = mail_of(message), written(message)
    read = message_from_bytes(raw, policy=default)
    assert not [part.defects for part in read.walk() if part.defects]
    assert [part.get_content_type() for part in read.walk()] == [
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
    ]
    text, related = read.iter_parts()
    html, picture = related.iter_parts()
    assert text.get_content().split() == str(made.body).split()
    assert LETTER.why in html.get_content()
    assert picture.get_payload(decode=True) == PNG
    assert read["Subject"] == LETTER.subject
    assert read["List-Unsubscribe"] == f"<{LONG}>"


def test_a_long_address_stays_on_its_line_and_every_line_ends_alike() -> None:
    raw = written(Message("zoe@example.org", "7.turn.1", LETTER, stop=LONG))
    assert f"\r\nList-Unsubscribe: <{LONG}>\r\n".encode() in raw
    assert not re.search(rb"(?<!\r)\n|\r(?!\n)", raw)
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= LONGEST_LINE


def test_the_same_mail_sent_twice_is_the_same_mail() -> None:
    def once() -> bytes:
        raw = written(Message("zoe@example.org", "7.turn.1", LETTER))
        return re.sub(rb"\nDate: [^\n]*", b"", raw)

    assert once() == once()


def test_a_mail_of_words_alone_has_no_parts() -> None:
    raw = written(Message("zoe@example.org", "code", Text("Your code", "12345678")))
    read = message_from_bytes(raw, policy=default)
    assert read.get_content_type() == "text/plain"
    assert read.get_content().strip() == "12345678"
