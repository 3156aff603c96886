"""What a new channel needs: a module that delivers any message, and a line."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core import mail

from notifications.channels import CHANNELS
from notifications.channels.channel import Channel, Deliver, Fate, Parcel
from notifications.messages.letter import Letter
from notifications.messages.message import Message
from notifications.models import Notice
from notifications.outbox import receivers, tasks
from notifications.outbox.tasks import send_mails
from tests.doing import pass_turn
from tests.mail_in.mails import start_mailed_game

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_says_what_mails_say_and_waits_for_turns_as_they_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[tuple[str, str]] = []

    @contextmanager
    def show() -> Iterator[Deliver]:
        yield lambda parcels, at: [show_one(each) for each in parcels]

    def show_one(parcel: Parcel) -> Fate:
        message = parcel.message
        assert isinstance(message, Message)
        assert isinstance(message.content, Letter)
        shown.append((message.to, message.content.subject))
        return Fate(went=True)

    toy = Channel(show, lambda at: True, at_once=1, tells_players=True)
    monkeypatch.setitem(CHANNELS, "toy", toy)
    for module in (receivers, tasks):
        monkeypatch.setattr(module, "TELLING", ["mail", "toy"])
    game, _ = start_mailed_game()
    send_mails()
    assert sorted(shown) == sorted((each.to[0], each.subject) for each in mail.outbox)
    assert ("ada@example.org", "Route 66: Your turn 1") in shown
    pass_turn(game)
    waiting = Notice.objects.filter(sent=None).values_list("channel", "recipient__username")
    assert sorted(waiting) == [("mail", "bob"), ("toy", "bob")]
