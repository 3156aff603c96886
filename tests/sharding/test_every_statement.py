"""Every statement of a turn, a page, a call, a mail and a sweep names its game, or may not need to."""

from collections.abc import Iterator
from datetime import timedelta
from importlib import import_module

import pytest
import time_machine
from django.conf import settings
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from franchise_site.celery import app
from games.audit.rebuild import rebuild_game
from games.audit.verify import verify_game
from games.edge import now
from games.models import Person
from games.people import export_person, forget
from games.talk import say
from notifications.outbox.tasks import send_mails
from tests.anchors.days import ANCHOR_KEY
from tests.api.calls import caller
from tests.api.test_access import CALLS, status_of, table_for
from tests.browser.album import album
from tests.doing import browser, play_on, start_game
from tests.mail_in.mails import answer_turn_mail, start_mailed_game
from tests.people import Cast, cast
from tests.sharding.all_shards import ALL_SHARDS, DESK, watch

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _every_statement_names_its_game() -> Iterator[None]:
    with watch() as strangers:
        yield
    assert not strangers, "\n".join(strangers)


@pytest.fixture
def people() -> Cast:
    return cast()


def test_every_page() -> None:
    for leaf in album():
        client = Client(raise_request_exception=False)
        if leaf.person is not None:
            client.force_login(leaf.person)
        assert client.get(leaf.path).status_code == leaf.status or leaf.session


def test_every_call(people: Cast) -> None:
    ada = caller(people.ada)
    for call in CALLS:
        assert status_of(ada, call, table_for(people, "public", call.needs)) < 500


def test_turns_with_their_mails_and_the_history_judged_again(people: Cast) -> None:
    game = start_game(people)
    play_on(game, 12)
    say(game, people.ada, "Anybody here?", now())
    send_mails()
    rebuild_game(game)
    assert verify_game(game) is None


def test_orders_and_requests_by_mail() -> None:
    game, people = start_mailed_game()
    for text in ("expand to Phoenix", "status", "games", "history", "pause", "who are you"):
        answer_turn_mail(game, people.ada, text)


def test_every_task_of_beat(people: Cast) -> None:
    game = start_game(people)
    play_on(game, 3)
    settings.ANCHOR_KEY, before = ANCHOR_KEY, settings.ANCHOR_KEY
    app.loader.import_default_modules()
    tasks = {each["task"] for each in app.conf.beat_schedule.values()}
    with time_machine.travel(now() + timedelta(days=2)):
        for name in tasks:
            app.tasks[name]()
    settings.ANCHOR_KEY = before


def test_somebody_asks_for_all_that_is_kept_and_leaves(people: Cast) -> None:
    play_on(start_game(people), 3)
    export_person(people.ada)
    forget(people.ada, left_at=now())


def test_the_desk(people: Cast) -> None:
    start_game(people)
    host = browser(Person.objects.create_superuser("host", "host@example.org"))
    for model in admin.site._registry:  # noqa: SLF001 - the only list of them
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"  # noqa: SLF001
        assert host.get(reverse(name)).status_code == 200
    assert host.get(reverse("admin:index")).status_code == 200


@pytest.mark.parametrize("name", sorted(ALL_SHARDS.keys() - {DESK}))
def test_who_may_ask_for_all_is_there(name: str) -> None:
    module, _, function = name.rpartition(".")
    owner = None
    while owner is None:
        try:
            owner = import_module(module)
        except ModuleNotFoundError:
            module, _, outer = module.rpartition(".")
            function = f"{outer}.{function}"
    for part in function.split("."):
        owner = getattr(owner, part)
    assert callable(owner)
