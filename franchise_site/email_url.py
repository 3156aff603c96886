"""Django's mail settings from EMAIL_URL."""

from urllib.parse import urlsplit

from environ import Env

WITHIN_TLS = {"EMAIL_USE_TLS": False, "EMAIL_USE_SSL": True}
PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465, "smtp+ssl": 465}


def email_settings(url: str) -> dict[str, object]:
    """`smtp+tls` begins in the open and asks for STARTTLS; `smtps` is TLS from the first byte."""
    if not url:
        return {"EMAIL_BACKEND": "notifications.mailbox.ToFiles"}
    # `anymail://postmark` is a mail provider; its own settings stand in ANYMAIL.
    scheme, _, provider = url.partition("://")
    if scheme == "anymail":
        if not provider.isidentifier():
            raise ValueError("it names no provider")
        return {"EMAIL_BACKEND": f"anymail.backends.{provider}.EmailBackend"}
    settings: dict[str, object] = Env.email_url_config(url)
    if scheme in PORTS:
        if not settings["EMAIL_HOST"]:
            raise ValueError("it names no host")
        settings["EMAIL_PORT"] = urlsplit(url).port or PORTS[scheme]
    return settings | WITHIN_TLS if scheme == "smtps" else settings
