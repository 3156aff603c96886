"""Atom, RFC 4287."""

from collections.abc import Iterable
from datetime import UTC, datetime
from xml.etree import ElementTree as ET

from django.conf import settings

from notifications.feeds.turns import Turn
from notifications.links import home_url

ATOM = "http://www.w3.org/2005/Atom"
MADE_IN = 2026
"""Part of every id: of a year in which the domain was this site's, and so never to be changed."""

ET.register_namespace("", ATOM)


def atom(
    turns: Iterable[Turn],
    *,
    title: str,
    address: str,
    person: int,
    updated: datetime,
    language: str,
) -> bytes:
    feed = ET.Element(f"{{{ATOM}}}feed", {"xml:lang": language})
    _put(feed, "id", _id(f"turns/{person}"))
    _put(feed, "title", title)
    _put(feed, "updated", _moment(updated))
    _put(_put(feed, "author"), "name", "Franchise by Mail")
    _put(feed, "link", rel="self", type="application/atom+xml", href=address)
    _put(feed, "link", rel="alternate", type="text/html", href=home_url())
    for turn in turns:
        entry = _put(feed, "entry")
        _put(entry, "id", _id(f"turn/{turn.key}"))
        _put(entry, "title", turn.title)
        _put(entry, "updated", _moment(turn.changed))
        _put(entry, "link", rel="alternate", type="text/html", href=turn.url)
        _put(entry, "content", turn.text, type="text")
    written: bytes = ET.tostring(feed, encoding="utf-8", xml_declaration=True)
    return written


def _put(parent: ET.Element, name: str, text: str | None = None, **attributes: str) -> ET.Element:
    child = ET.SubElement(parent, f"{{{ATOM}}}{name}", attributes)
    child.text = text
    return child


def _id(of: str) -> str:
    return f"tag:{settings.MAIL_DOMAIN},{MADE_IN}:{of}"


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
