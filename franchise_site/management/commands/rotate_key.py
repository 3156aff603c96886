"""Puts a new key before the one that signs; what the old one signed stays good until it is forgotten."""

import secrets
from argparse import ArgumentParser
from collections.abc import Sequence

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from franchise_site.setting_files import NotInAFile, SettingFile, find_setting
from games.anchors.keys import make_key, signing_keys, write_private_key
from games.anchors.models import Root
from games.domain.anchors import write_key

KEY_BYTES = 48


class Command(BaseCommand):
    help = (
        "Makes a new SECRET_KEY or ANCHOR_KEY where the present one stands and keeps the present "
        "one behind it; --forget takes the earlier ones out."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", choices=("SECRET_KEY", "ANCHOR_KEY"))
        parser.add_argument("--forget", action="store_true", help="take the earlier keys out")

    def handle(self, *, name: str, forget: bool, **_: object) -> None:
        change = change_secret_key if name == "SECRET_KEY" else change_anchor_key
        try:
            path = change(forget=forget)
        except NotInAFile as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            why = f"{error.filename} cannot be written: {error.strerror}. Run it as its owner."
            raise CommandError(why) from error
        now = "has forgotten its earlier keys" if forget else "has a new key"
        self.stdout.write(f"{name} {now} in {path}. Start everything that reads it anew.")


def change_secret_key(*, forget: bool) -> str:
    key = find_setting("SECRET_KEY")
    if forget:
        earlier = find_setting("SECRET_KEY_FALLBACKS")
        refuse_without(settings.SECRET_KEY_FALLBACKS)
        earlier.write("")
        return str(earlier.path)
    if set(settings.SECRET_KEY) & set(",'"):
        why = (
            "SECRET_KEY has a comma or a quotation mark in it: SECRET_KEY_FALLBACKS cannot hold it"
        )
        raise CommandError(why)
    earlier = find_setting("SECRET_KEY_FALLBACKS", beside=key)
    # First what is read beside it: whoever stops between the two has lost nothing.
    earlier.write(",".join((settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)))
    key.write(secrets.token_urlsafe(KEY_BYTES))
    return str(key.path)


def change_anchor_key(*, forget: bool) -> str:
    place, keys = find_setting("ANCHOR_KEY"), signing_keys()
    if not keys:
        raise CommandError("there is no ANCHOR_KEY yet; `manage.py make_anchor_key` prints one")
    if forget:
        refuse_without(keys[1:])
        newest = Root.objects.order_by("-day").first()
        if newest is None or newest.key != write_key(keys[0].public_key()):
            why = "no root is signed by the new key yet: it takes the old one's word. Wait a night"
            raise CommandError(why)
        keys = keys[:1]
    else:
        keys = (make_key(), *keys)
    write_keys(place, [write_private_key(each) for each in keys])
    return str(place.path)


def write_keys(place: SettingFile, keys: Sequence[str]) -> None:
    place.write((" " if place.line else "\n").join(keys))


def refuse_without(earlier: Sequence[object]) -> None:
    if not earlier:
        raise CommandError("there are no earlier keys to forget")
