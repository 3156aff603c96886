"""Takes incoming mail from a provider's webhook, where the settings name a provider."""

from typing import Any

from django.apps import apps

from games.edge import now
from mail_in.reading import MOST_READ
from mail_in.receiving import receive


def take(sender: object, *, event: Any, **_: object) -> None:
    """Lets errors through, so that the provider tries again. Of a mail that is too large the
    beginning counts: the provider has taken it.
    """
    message = event.message
    unchanged = message.policy.clone(refold_source="none")
    to = (message.envelope_recipient,) if message.envelope_recipient else ()
    receive(message.as_bytes(policy=unchanged)[:MOST_READ], message.envelope_sender, to, now())


def connect() -> None:
    if apps.is_installed("anymail"):
        from anymail.signals import inbound  # noqa: PLC0415 - only where it is installed

        inbound.connect(take, dispatch_uid="orders by mail")
