"""The parts of a mail, as far as their text is needed.

The standard library reads the heads and decodes the bodies. Bodies are split here: the
library's parser recurses as deep as a mail is nested and keeps every line of every attachment,
and its newer policy fails on some heads.
"""

import binascii
import quopri
import re
import string
from email import message_from_bytes
from email.message import Message
from email.policy import compat32

from msgspec import Struct

from mail_in.hypertext import text_of_html

LONGEST_HEAD = 64 * 1024
LONGEST_FIELD = 4000
LONGEST_TEXT = 1024 * 1024
DEEPEST = 10
MOST_PARTS = 60
NOT_BASE64 = bytes(set(range(256)) - set(string.ascii_letters.encode() + b"0123456789+/"))
EMPTY_LINE = re.compile(rb"\r?\n\r?\n")
# Other codecs of Python are no charsets, and some of them are slow or fail.
CHARSET = re.compile(
    r"utf-?(?:7|8|16|16le|16be|16-le|16-be)|iso-?8859-\d{1,2}|windows-?125\d|cp125\d|cp437|cp850"
    r"|koi8-?[ru]|macintosh|mac-?roman|gb2312|gbk|gb18030|big5|shift[-_]jis|euc-(?:jp|kr)"
    r"|iso-2022-jp|ks_c_5601-1987"
)
WESTERN = ("us-ascii", "ascii", "iso-8859-1", "iso8859-1", "latin1", "latin-1")


class Part(Struct, frozen=True):
    head: "Message[str, str]"
    body: bytes

    @property
    def kind(self) -> str:
        kind = header_field(self.head, "Content-Type").partition(";")[0].strip().lower()
        return kind if re.fullmatch(r"[\w.+-]+/[\w.+-]+", kind) else "text/plain"

    @property
    def is_attached(self) -> bool:
        return (
            header_field(self.head, "Content-Disposition").strip().lower().startswith("attachment")
        )


def part_of(raw: bytes) -> Part:
    if raw[:1] == b"\n" or raw[:2] == b"\r\n":
        return Part(message_from_bytes(b"", policy=compat32), raw)
    end = EMPTY_LINE.search(raw, 0, LONGEST_HEAD)
    head = raw[: end.start()] if end else raw[:LONGEST_HEAD]
    body = raw[end.end() :] if end else b""
    return Part(message_from_bytes(head + b"\n\n", policy=compat32), body)


def header_field(head: "Message[str, str]", name: str) -> str:
    """The field as one line; empty where it is missing."""
    return " ".join(str(head.get(name, ""))[:LONGEST_FIELD].split())


def parameter(part: Part, name: str) -> str:
    match = re.search(
        rf';\s*{name}\s*=\s*(?:"([^"]{{1,200}})"|([^\s";]{{1,200}}))',
        header_field(part.head, "Content-Type"),
        re.IGNORECASE,
    )
    return (match[1] or match[2]) if match else ""


def text_of(part: Part, depth: int = 0) -> str:
    """The first text that is shown; plain text comes before HTML."""
    if part.kind.startswith("multipart/"):
        return _text_of_many(part, depth)
    if part.is_attached or part.kind not in ("text/plain", "text/html"):
        return ""
    text = decode(_decode_transfer(part)[:LONGEST_TEXT], parameter(part, "charset"))
    if part.kind == "text/html":
        return text_of_html(text)
    return _unflow(part, text) if parameter(part, "format").lower() == "flowed" else text


def _text_of_many(part: Part, depth: int) -> str:
    if depth >= DEEPEST:
        return ""
    inner = inner_parts(part)
    if part.kind == "multipart/alternative":
        inner.sort(key=lambda each: each.kind == "text/html")
    texts = (text_of(each, depth + 1) for each in inner)
    return next((text for text in texts if text.strip()), "")


def inner_parts(part: Part) -> list[Part]:
    boundary = parameter(part, "boundary").encode("utf-8", "surrogateescape")
    if not boundary:
        return []
    line = re.compile(rb"(?:\A|\n)--" + re.escape(boundary) + rb"(--)?[ \t]*+\r?(?=\n|\Z)")
    parts: list[Part] = []
    start = None
    for edge in line.finditer(part.body):
        if start is not None:
            parts.append(part_of(part.body[start : edge.start()]))
        start = edge.end() + 1
        if edge[1] or len(parts) >= MOST_PARTS:
            return parts
    # The end of the last part may be cut off.
    return parts if start is None else [*parts, part_of(part.body[start:])]


def _decode_transfer(part: Part) -> bytes:
    """The body without its transfer encoding; at least as many bytes as are read."""
    body = part.body[: 3 * LONGEST_TEXT]
    match header_field(part.head, "Content-Transfer-Encoding").strip().lower():
        case "base64":
            letters = body.partition(b"=")[0].translate(None, NOT_BASE64)
            return binascii.a2b_base64(letters[: len(letters) // 4 * 4] + _last_group(letters))
        case "quoted-printable":
            return quopri.decodestring(body)
        case _:
            return body


def decode(content: bytes, charset: str) -> str:
    """Never fails: an unknown or wrong charset costs only the letters that it spoils."""
    name = charset.strip().lower()
    if name in WESTERN:
        # As browsers do: most texts that claim these charsets are Windows-1252.
        return _decode_western(content)
    if CHARSET.fullmatch(name):
        try:
            return content.decode(name, "replace")
        except LookupError:
            pass
    return _decode_western(content)


def _decode_western(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _last_group(letters: bytes) -> bytes:
    """The last group of base64, padded; a single letter holds no byte."""
    left = letters[len(letters) // 4 * 4 :]
    return left + b"=" * (4 - len(left)) if len(left) > 1 else b""


def _unflow(part: Part, text: str) -> str:
    """RFC 3676: a line that ends in a space goes on in the next line of the same quote depth."""
    keeps_space = parameter(part, "delsp").lower() != "yes"
    lines: list[str] = []
    open_quote = None
    for raw in text.splitlines():
        line = raw.lstrip(">")
        quote = raw[: len(raw) - len(line)]
        line = line.removeprefix(" ")
        flows = line.endswith(" ") and line != "-- "
        if open_quote == quote and line != "-- ":
            lines[-1] += line
        else:
            lines.append(f"{quote} {line}" if quote else line)
        if flows and not keeps_space:
            lines[-1] = lines[-1][:-1]
        open_quote = quote if flows else None
    return "\n".join(lines)
