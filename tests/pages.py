"""A page, parsed once and asked by role and accessible name, as a screen reader has it."""

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Protocol

from django.core.mail import EmailMultiAlternatives
from django.test import Client

from tests.doing import html_of, read_page

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
UNREAD = {"head", "script", "style", "template"}
INLINE = {"a", "abbr", "b", "bdi", "code", "em", "i", "kbd", "small", "span", "strong", "sup"}
ROLES = {
    "a": "link", "button": "button", "form": "form", "h1": "heading", "h2": "heading",
    "h3": "heading", "h4": "heading", "img": "image", "input": "field", "main": "main",
    "option": "option", "select": "field", "table": "table", "textarea": "field",
}  # fmt: skip


class Element:
    """An element with what stands in it."""

    def __init__(self, tag: str, attributes: dict[str, str], parent: "Element | None") -> None:
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.children: list[Element | str] = []

    def __iter__(self) -> Iterator["Element"]:
        """All elements within, in the order of the page."""
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child

    def __getitem__(self, attribute: str) -> str:
        return self.attributes[attribute]

    @property
    def text(self) -> str:
        """What is read, with a single space between words."""
        return " ".join("".join(self.pieces()).split())

    def pieces(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag not in UNREAD:
                gap = "" if child.tag in INLINE else " "
                yield gap
                yield from child.pieces()
                yield gap

    @property
    def role(self) -> str:
        if self.tag == "input" and self.attributes.get("type") in ("submit", "hidden"):
            return {"submit": "button", "hidden": ""}[self["type"]]
        return self.attributes.get("role") or ROLES.get(self.tag, "")

    @property
    def name(self) -> str:
        """The accessible name: of its own, of what labels it, or what stands in it."""
        if label := self.attributes.get("aria-label"):
            return label
        if labels := self.attributes.get("aria-labelledby"):
            return " ".join(self.root.by_id(each).text for each in labels.split())
        if self.role == "field":
            return " ".join(each.text for each in self.root if self in each.targets())
        if self.tag == "table":
            return " ".join(each.text for each in self if each.tag == "caption")
        return self.text or self.attributes.get("alt") or self.attributes.get("value", "")

    def targets(self) -> list["Element"]:
        """The fields that this label names."""
        if self.tag != "label":
            return []
        if "for" in self.attributes:
            return [each for each in self.root if each.attributes.get("id") == self["for"]]
        return [each for each in self if each.role == "field"]

    @property
    def value(self) -> str:
        """What a form sends of this field."""
        if self.tag == "select":
            options = [each for each in self if each.tag == "option"]
            return next((each for each in options if each.is_chosen), options[0]).value
        if self.tag == "textarea":
            return "".join(self.pieces()).removeprefix("\n")
        return self.attributes.get("value", self.text if self.tag == "option" else "")

    @property
    def rows(self) -> list[list[str]]:
        """The cells of a table, header cells too."""
        return [
            [cell.text for cell in row if cell.tag in ("th", "td")]
            for row in self
            if row.tag == "tr"
        ]

    @property
    def values(self) -> dict[str, str]:
        """What the forms here send, hidden fields too; boxes only where they are ticked."""
        return {
            each["name"]: each.value
            for each in self
            if each.tag in ("input", "select", "textarea") and "name" in each.attributes
            if each.attributes.get("type") not in ("checkbox", "radio") or each.is_chosen
        }

    @property
    def forms(self) -> list["Element"]:
        """The forms here, whatever role a page gives them."""
        return [each for each in self if each.tag == "form"]

    @property
    def is_chosen(self) -> bool:
        return "checked" in self.attributes or "selected" in self.attributes

    @property
    def root(self) -> "Element":
        return self if self.parent is None else self.parent.root

    def by_id(self, wanted: str) -> "Element":
        (element,) = (each for each in self if each.attributes.get("id") == wanted)
        return element

    def all(self, role: str, name: str | None = None) -> list["Element"]:
        return [each for each in self if each.role == role and name in (None, each.name)]

    def one(self, role: str, name: str) -> "Element":
        matches = self.all(role, name)
        there = [each.name for each in self.all(role)]
        assert len(matches) == 1, f"{len(matches)} times {role} {name!r} among {there}"
        return matches[0]

    def button(self, name: str) -> "Element":
        return self.one("button", name)

    def link(self, name: str) -> "Element":
        return self.one("link", name)

    def heading(self, name: str) -> "Element":
        return self.one("heading", name)

    def field(self, name: str) -> "Element":
        return self.one("field", name)

    @property
    def alert(self) -> str:
        """What is said to be amiss, as it is read out at once."""
        (alert,) = self.all("alert")
        return alert.text

    @property
    def title(self) -> str:
        """What the browser's tab shows."""
        return next(each.text for each in self if each.tag == "title")

    @property
    def language(self) -> str:
        return next(each["lang"] for each in self if each.tag == "html")


class Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = self.open = Element("", {}, None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {key: value or "" for key, value in attrs}, self.open)
        self.open.children.append(element)
        if tag not in VOID:
            self.open = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        before = self.open
        self.handle_starttag(tag, attrs)
        self.open = before

    def handle_endtag(self, tag: str) -> None:
        assert self.open.tag == tag, f"</{tag}> where <{self.open.tag}> is open"
        assert self.open.parent is not None
        self.open = self.open.parent

    def handle_data(self, data: str) -> None:
        self.open.children.append(data)


def parse_page(html: str) -> Element:
    """Refuses a page whose tags do not match."""
    builder = Builder()
    builder.feed(html)
    builder.close()
    assert builder.open is builder.page, f"<{builder.open.tag}> is never closed"
    return builder.page


class Answer(Protocol):
    content: bytes


def open_page(client: Client, path: str) -> Element:
    return parse_page(read_page(client, path))


def page_of(response: Answer) -> Element:
    """The page that came, whatever its status."""
    return parse_page(response.content.decode())


def page_of_mail(letter: EmailMultiAlternatives) -> Element:
    """What mail programs show, where they show HTML."""
    return parse_page(html_of(letter))
