"""A language made by the test: marked texts for all there are, and no text beside them."""

import importlib
import pkgutil
import re
from collections.abc import Iterable
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, ClassVar

import allauth
import django
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.conf import settings as own_settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.test import Client
from django.utils.translation import override
from msgspec import convert, to_builtins
from pytest_django import Settings

import franchise_site
import games
import mail_in
import notifications
from games.domain.board import PRINTED_BOARD
from games.domain.notation.words import ENGLISH, WORDS, Words
from games.edge import now
from games.models import Person
from games.rules import book, lessons
from games.web.captions import captions
from notifications.account.codes import code_mail
from notifications.channels.mime import mail_of
from notifications.messages.batch import Batch
from notifications.messages.catalogue import MESSAGES
from notifications.messages.message import Message
from notifications.models import Notice, Webhook
from notifications.reply_addresses import MARKER
from tests.browser.album import album
from tests.doing import html_of
from tests.golden.golden import PLANS, events_of
from tests.notifications.pictures import scenes
from tools.messages import gather_texts, mo_text

pytestmark = pytest.mark.sqlite
LANGUAGE = "mt"
"""Maltese: neither ours nor Django's, and with four plurals."""
WORD = re.compile(r"[^\W\d_]{2,}")
ADDRESS = re.compile(r"https?://\S*|\S+@\S+")
NAMES = sorted(
    {place.name for place in PRINTED_BOARD.places}
    | {"Franchise by Mail", "Franchise", "Ada", "Bob", "Mallory", "ada", "benoit", "clara"}
    | {"Route 66", "Coast to Coast", "Coast to Coast II", "Blue Ridge", "The Long Way Home"}
    | {
        "Great Lakes",
        "Sunday Drive",
        "Golden Gate",
        "Blue Moon",
        "Last Seat",
        "Ohne Eile",
        "Ohne Vorgaben",
    },
    key=len,
    reverse=True,
)
MARKED = re.compile(r"«[^«»]*»")


def mark(text: str) -> str:
    return f"«{text}»"


def mark_all(value: Any) -> Any:
    match value:
        case str():
            return mark(value)
        case list() | tuple():
            return [mark_all(each) for each in value]
        case dict():
            return {key: mark_all(each) for key, each in value.items()}
        case _:
            return value


def marked_words() -> Words:
    plain = to_builtins(WORDS[ENGLISH])
    regions = {region.id: mark(region.name) for region in PRINTED_BOARD.regions}
    return convert({**mark_all(plain), "regions": regions, "typography": {}}, Words)


@cache
def marked_translations() -> bytes:
    catalog = Catalog(locale=LANGUAGE, charset="utf-8")
    packages = [
        Path(django.__file__).parent / "conf",
        Path(django.__file__).parent / "contrib/auth",
        Path(allauth.__file__).parent,
    ]
    for package in packages:
        with (package / "locale/en/LC_MESSAGES/django.po").open("rb") as file:
            for message in read_po(file):
                catalog.add(message.id, context=message.context)
    for message in gather_texts():
        catalog.add(message.id, context=message.context)
    for message in catalog:
        if message.id and isinstance(message.id, str):
            message.string = mark(message.id)
        elif message.id:
            message.string = tuple(mark(message.id[-1]) for _ in range(catalog.num_plurals))
    return mo_text(catalog)


@pytest.fixture
def another_language(settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(WORDS, LANGUAGE, marked_words())
    for folder in ("text", "rulings", "lessons"):
        english = (book.TEXTS / folder / f"{ENGLISH}.md").read_text("utf-8")
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{ENGLISH}.md").write_text(english, "utf-8")
        (tmp_path / folder / f"{LANGUAGE}.md").write_text(mark_markdown(english), "utf-8")
    monkeypatch.setattr(book, "TEXTS", tmp_path)
    file = tmp_path / LANGUAGE / "LC_MESSAGES" / "django.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(marked_translations())
    settings.LOCALE_PATHS = [*own_settings.LOCALE_PATHS, tmp_path]
    settings.LANGUAGES = [*own_settings.LANGUAGES, (LANGUAGE, mark("Malti"))]


STEPS = {f"## {step.id}" for step in lessons.STEPS}


def mark_markdown(text: str) -> str:
    lines = text.split("\n")
    return "\n".join(line if not line or line in STEPS else mark_line(line) for line in lines)


def mark_line(line: str) -> str:
    if line.startswith("|"):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        return f"| {' | '.join(each if set(each) <= {'-'} else mark(each) for each in cells)} |"
    sign, text = re.findall(r"^(#+ |- \*\*[A-Z]\d+\*\* |  - |)(.*)", line)[0]
    bold = re.fullmatch(r"\*\*([^*]+)\*\*", text)
    return f"{sign}**{mark(bold[1])}**" if bold else f"{sign}{mark(text)}"


class Texts(HTMLParser):
    """What somebody reads or hears of a page, but for code and the names of time zones."""

    SILENT: ClassVar = {"script", "style", "code", "pre", "optgroup", "textarea"}
    HEARD: ClassVar = {"alt", "title", "aria-label", "placeholder"}
    EMPTY: ClassVar = {"meta", "link", "input", "img", "br", "hr"}

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.heard: list[str] = []
        self.read = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in self.EMPTY:
            self.open.append(tag)
        named = dict(attributes)
        is_description = tag == "meta" and "description" in str(named)
        heard = self.HEARD | ({"content"} if is_description else set())
        self.heard += [value or "" for name, value in attributes if name in heard]

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        # A name on the board stands in two lines, so texts are read together.
        if not self.SILENT & set(self.open):
            self.read += f"{data}\n"


def unmarked(text: str, known: Iterable[str] = ()) -> list[str]:
    """The words that no mark is around, but for names."""
    before, text = "", " ".join(text.split())
    while before != text:
        before, text = text, MARKED.sub("|", text)
    for name in (*known, *NAMES):
        text = text.replace(name, "|")
    return WORD.findall(ADDRESS.sub("|", text))


def unmarked_on(page: str, known: Iterable[str] = ()) -> list[str]:
    texts = Texts(page)
    return [word for text in (texts.read, *texts.heard) for word in unmarked(text, known)]


SAID = ("Mind the toll roads", "Nobody takes Omaha from me", "Bob wants Omaha", "By the coast")
ORDERS = ("expandieren nach", "développer vers", "Miami", "depuis Denver")
WRITTEN = (MARKER, "Re: Your turn in", "Good luck, both of you!", "Atlantis", *ORDERS)
LANGUAGE_NAMES = tuple(name for _, name in own_settings.LANGUAGES)
SIGNS = (*LANGUAGE_NAMES, "API", "SVG", "PNG", "UTC", "Esc")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("another_language")
def test_every_text_of_every_page_is_translated() -> None:
    left = {}
    for leaf in album():
        client = Client(raise_request_exception=False)
        client.cookies["django_language"] = LANGUAGE
        if leaf.cookie:
            client.cookies["sessionid"] = leaf.cookie
        if leaf.person is not None:
            Person.objects.filter(pk=leaf.person.pk).update(language=LANGUAGE)
        page = client.get(leaf.path)
        assert page.status_code == leaf.status, leaf
        left[leaf.name] = unmarked_on(page.content.decode(), (*SAID, *SIGNS))
    assert {name: lines for name, lines in left.items() if lines} == {}


def test_no_table_lacks_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    # The entry to the site, when imported, lets its process share its counts.
    monkeypatch.setattr("games.shared_counts.share_counts", lambda: None)
    for room in (games, mail_in, notifications, franchise_site):
        for each in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            if ".migrations." in each.name:
                continue
            for name, value in vars(importlib.import_module(each.name)).items():
                if isinstance(value, dict) and set(value) & set(WORDS):
                    assert set(value) == set(WORDS), f"{each.name}.{name}"


@pytest.mark.usefixtures("another_language")
def test_every_caption_of_a_replay_is_translated() -> None:
    with override(LANGUAGE):
        for plan in PLANS:
            lines = captions(events_of(plan.name), LANGUAGE, PRINTED_BOARD)
            assert unmarked("\n".join(lines), PRINTED_BOARD.region_index) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("another_language")
def test_every_text_of_every_mail_is_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    people = scenes.cast

    def readers() -> scenes.Cast:
        cast = people()
        for person in cast:
            person.language = LANGUAGE
            person.save()
        return cast

    monkeypatch.setattr(scenes, "cast", readers)
    left = {scene.name: unmarked_in(scene.mail) for scene in scenes.scenes()}
    # A code's mail has the language of the page, an answer to who had no account that of their mail.
    for name in ("code-en", "desk-en", "signed-up-fr", "new-game-fr", "unsubscribed-fr"):
        assert left.pop(name)
    with override(LANGUAGE):
        left["code"] = unmarked_in(code_mail("BCDFG-HJKLM", "zoe@mail.example", "1"))
    assert {name: words for name, words in left.items() if words} == {}


@pytest.mark.django_db
@pytest.mark.usefixtures("another_language")
def test_the_mail_of_a_webhook_is_translated() -> None:
    person = Person.objects.create(username="ada", email="ada@mail.example", language=LANGUAGE)
    webhook = Webhook.objects.create(
        person=person, url="https://bot.example/", active=False, failing_since=now(), created=now()
    )
    notice = Notice(recipient_id=person.pk, message="webhook-off", occasion=str(webhook.pk))
    message = MESSAGES["webhook-off"](notice, Batch(now(), [notice]))
    assert isinstance(message, Message)
    assert unmarked_in(mail_of(message)) == []


def unmarked_in(mail: EmailMessage) -> list[str]:
    assert isinstance(mail, EmailMultiAlternatives)
    text = unmarked(f"{mail.subject}\n{mail.body}", WRITTEN)
    return [*text, *unmarked_on(html_of(mail), WRITTEN)]
