"""Codes that prove an address. docs/limits.md has the reasons.

An address has one code for each purpose and half a day, until somebody signs in with it:
everyone who asks in that time gets the same. It is derived from the secret key and not stored.
"""

from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from games.addresses import key_of
from games.limits import HALF_A_DAY
from games.people import person_by_address

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that codes spell no words."""
LENGTH = 10
LIFETIME = timedelta(seconds=HALF_A_DAY)


class Purpose(StrEnum):
    SIGN_IN = "sign in"
    NEW_ADDRESS = "new address"


def code_for(purpose: Purpose, address: str, at: datetime) -> str:
    """The code to send now; it is valid until the end of the next half day."""
    return _code(purpose, address, at, settings.SECRET_KEY)


def _code(purpose: Purpose, address: str, at: datetime, key: str) -> str:
    owner = person_by_address(address)
    sign_in = "" if owner is None else f"{owner.pk} {owner.last_login}"
    window = int(at.timestamp()) // HALF_A_DAY
    text = f"{purpose}\n{key_of(address)}\n{sign_in}\n{window}"
    number = int.from_bytes(salted_hmac("codes", text, secret=key, algorithm="sha256").digest())
    letters = []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    half = LENGTH // 2
    return f"{''.join(letters[:half])}-{''.join(letters[half:])}"


def code_to_compare(purpose: Purpose, address: str, typed: str, at: datetime) -> str:
    """The valid code that was typed, or else a valid code that differs from it."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    good = [_code(purpose, address, moment, key) for key in keys for moment in (at, at - LIFETIME)]
    matching = [code for code in good if constant_time_compare(_letters(typed), _letters(code))]
    return (matching or good)[0]


def _letters(typed: str) -> str:
    return "".join(letter for letter in typed.upper() if letter in LETTERS)
