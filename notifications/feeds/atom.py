"""Atom, RFC 4287."""

from collections.abc import Iterable
from datetime import UTC, datetime
from xml.etree import ElementTree as ET

from django.conf import settings

from notifications.feeds.turns import Turn
from notifications.links import page_url
from notifications.messages.letter import SITE

ATOM = "http://www.w3.org/2005/Atom"
TAG_YEAR = 2026
"""A year in which the domain was this site's (RFC 4151). Every id holds it, so it never changes."""

ET.register_namespace("", ATOM)


def atom_feed(
    turns: Iterable[Turn],
    *,
    title: str,
    address: str,
    person: int,
    updated: datetime,
    language: str,
) -> bytes:
    feed = ET.Element(f"{{{ATOM}}}feed", {"xml:lang": language})
    _add_element(feed, "id", _id(f"turns/{person}"))
    _add_element(feed, "title", title)
    _add_element(feed, "updated", _moment(updated))
    _add_element(_add_element(feed, "author"), "name", SITE)
    _add_element(feed, "link", rel="self", type="application/atom+xml", href=address)
    _add_element(feed, "link", rel="alternate", type="text/html", href=page_url("home"))
    for turn in turns:
        entry = _add_element(feed, "entry")
        _add_element(entry, "id", _id(f"turn/{turn.key}"))
        _add_element(entry, "title", turn.title)
        _add_element(entry, "updated", _moment(turn.changed))
        _add_element(entry, "link", rel="alternate", type="text/html", href=turn.url)
        _add_element(entry, "content", turn.text, type="text")
    xml: bytes = ET.tostring(feed, encoding="utf-8", xml_declaration=True)
    return xml


def _add_element(
    parent: ET.Element, name: str, text: str | None = None, **attributes: str
) -> ET.Element:
    child = ET.SubElement(parent, f"{{{ATOM}}}{name}", attributes)
    child.text = text
    return child


def _id(of: str) -> str:
    return f"tag:{settings.MAIL_DOMAIN},{TAG_YEAR}:{of}"


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
