"""The site's keys, which the host keeps outside of the database."""

import re
from base64 import b64decode, b64encode
from binascii import Error as NotBase64

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_der_private_key,
)
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

FRAME = re.compile(r"-----[^-]*-----")


def make_key() -> Ed25519PrivateKey:
    return Ed25519PrivateKey.generate()


def write_private_key(key: Ed25519PrivateKey) -> str:
    """One line of base64. Between BEGIN and END it is a PEM file."""
    return b64encode(key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())).decode()


def signing_keys() -> tuple[Ed25519PrivateKey, ...]:
    """The keys of ANCHOR_KEY, each a line or a PEM file: the first signs, the others are older."""
    return tuple(map(_read_private_key, FRAME.sub(" ", settings.ANCHOR_KEY).split()))


def _read_private_key(text: str) -> Ed25519PrivateKey:
    problem = "ANCHOR_KEY holds something that is no Ed25519 key as make_anchor_key prints it"
    try:
        key = load_der_private_key(b64decode(text, validate=True), password=None)
    except (NotBase64, ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise ImproperlyConfigured(problem) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise ImproperlyConfigured(problem)
    return key
