"""What a call made is made once for its Idempotency-Key: the answer is kept for a day and told again.

Answers hold secrets that are told once, so they are sealed with the site's key.
"""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256

import msgspec
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db import transaction
from msgspec import Raw, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from games.edge import now
from games.models import KeptAnswer, Person
from games.services import CommandIdReused

NO_STORE = {"Cache-Control": "no-store"}
KEPT_HEADERS = ("Cache-Control", "ETag", "Location")


class Kept(Struct):
    body: Raw
    headers: dict[str, str]


def answer_once(
    request: Request, person: Person, key: str, make: Callable[[], Response]
) -> Response:
    """The answer to the first call under the key; a refusal keeps nothing.

    Of two calls at once both may begin. What the second did is undone, whatever it met.
    """
    wanted = [request.method, request.path, request.data]
    fingerprint = sha256(msgspec.json.encode(wanted)).hexdigest()
    kept = KeptAnswer.objects.filter(key=key)
    row = kept.first()
    if row is None:
        try:
            return _make_and_keep(KeptAnswer(person=person, key=key, fingerprint=fingerprint), make)
        except Exception:
            row = kept.first()
            if row is None:
                raise
    return _tell_again(row, fingerprint)


@transaction.atomic
def _make_and_keep(row: KeptAnswer, make: Callable[[], Response]) -> Response:
    """The row is written whole, and last: it lies on every node of a Citus, where two who have
    inserted into such a table wait for each other if they change it."""
    answer = make()
    headers = {name: answer[name] for name in KEPT_HEADERS if name in answer}
    kept = Kept(Raw(msgspec.json.encode(answer.data)), headers)
    row.status, row.sealed = answer.status_code, _seal().encrypt(msgspec.json.encode(kept))
    row.at = now()
    row.save(force_insert=True)
    return answer


def _tell_again(row: KeptAnswer, fingerprint: str) -> Response:
    if row.fingerprint != fingerprint:
        raise CommandIdReused(row.key)
    try:
        kept = msgspec.json.decode(_seal().decrypt(bytes(row.sealed)), type=Kept)
    except InvalidToken as error:
        # The site's key is another by now.
        raise CommandIdReused(row.key) from error
    return Response(kept.body, status=row.status, headers=NO_STORE | kept.headers)


def _seal() -> MultiFernet:
    """Read with the keys of before as well."""
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    keys = (sha256(f"kept answers {secret}".encode()).digest() for secret in secrets)
    return MultiFernet([Fernet(urlsafe_b64encode(key)) for key in keys])
