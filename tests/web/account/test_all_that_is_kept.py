"""Every row that refers to a person is told to that person; who leaves keeps no rights."""

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission

from games.edge import now
from games.models import Person
from games.people import export_person, forget
from notifications.leaving import export_mail
from tests.people import cast

pytestmark = pytest.mark.django_db(transaction=True)

TOLD_AS = {
    "account.EmailAddress.user": "profile",
    "admin.LogEntry.user": "acts_as_host",
    "games.ChatLine.person": "chat",
    "games.ChatReport.author": "lines_reported",
    "games.ChatReport.by": "reports",
    "games.Game.mover": "games",
    "games.Game.owner": "owned_games",
    "games.Holiday.person": "holidays",
    "games.Invitation.by": "invitations",
    "games.Invitation.used_by": "invitations_taken",
    "games.Variation.person": "what_if",
    "games.PrivateNote.person": "notes",
    "games.Seat.player": "games",
    "games.SignIn.person": "browsers",
    "games.Token.user": "tokens",
    "notifications.Digest.person": "next_daily_mail",
    "notifications.Inbound.person": "orders_by_mail",
    "notifications.Notice.recipient": "mails",
    "notifications.Offer.person": "offers_by_mail",
    "notifications.Preference.person": "mail",
    "notifications.Webhook.person": "webhooks",
}
SAYS_NOTHING = {
    "games.KeptAnswer.person",  # a copy for a day, sealed
    "games.ChatRead.person",  # a mark in what others said
    "games.Person_groups.person",  # the host's own order
    "games.Person_user_permissions.person",
    "notifications.FeedAddress.person",  # a count
}


def test_each_column_that_refers_to_a_person_is_told_or_says_nothing() -> None:
    options = [model._meta for model in apps.get_models(include_auto_created=True)]  # noqa: SLF001 - Django's documented name
    columns = {
        f"{each.label}.{field.name}"
        for each in options
        for field in each.get_fields()
        if field.concrete and field.related_model is Person
    }
    assert columns == TOLD_AS.keys() | SAYS_NOTHING


def test_the_export_has_a_part_for_each_of_them() -> None:
    ada = cast().ada
    parts = export_person(ada).keys() | export_mail(ada).keys()
    assert set(TOLD_AS.values()) <= parts


def test_who_leaves_keeps_no_rights() -> None:
    ada = cast().ada
    ada.groups.add(Group.objects.create(name="hosts"))
    ada.user_permissions.add(Permission.objects.get(codename="abandon_game"))
    forget(ada, left_at=now())
    assert not ada.groups.exists()
    assert not ada.user_permissions.exists()
