"""A fixed cast: Ada owns the game, Bob sits in it, Mallory has no part in it."""

from typing import NamedTuple

from django.contrib.auth.models import Permission

from games.models import Person

HOST = "host"


class Cast(NamedTuple):
    ada: Person
    bob: Person
    mallory: Person


def cast() -> Cast:
    names = ("ada", "bob", "mallory")
    return Cast(*(Person.objects.get_or_create(username=name)[0] for name in names))


def pair(number: int) -> Cast:
    """Players of one game at a time: turns of several games that one reader has are one mail."""
    ada, bob = (
        Person.objects.create(username=f"{name}-{number}", email=f"{name}-{number}@example.org")
        for name in ("ada", "bob")
    )
    return Cast(ada, bob, ada)


def make_staff(*permissions: str) -> Person:
    """Somebody whom the desk opens to, with exactly these permissions (`games.view_game`)."""
    number = Person.objects.count()
    person = Person.objects.create(username=f"staff-{number}", is_staff=True)
    for each in permissions:
        label, _, codename = each.partition(".")
        person.user_permissions.add(
            Permission.objects.get(content_type__app_label=label, codename=codename)
        )
    return person
