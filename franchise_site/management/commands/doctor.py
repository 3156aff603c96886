"""Looks at all that a site needs, and says of each thing whether it is right."""

from argparse import ArgumentParser
from collections.abc import Iterator
from email.utils import parseaddr
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from dns.exception import DNSException
from dns.resolver import Resolver

from franchise_site.doctor import connections
from franchise_site.doctor.findings import Finding, Mark, look
from franchise_site.doctor.names import Names, examine_names

SECONDS_TO_ANSWER = 5


class Command(BaseCommand):
    help = "Says of all that a site needs whether it is right, and what to do where it is not."
    # It runs them itself, and goes on where one fails.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--dkim-selector", default="", metavar="NAME", help="what mail is signed with"
        )
        parser.add_argument(
            "--name-server", metavar="HOST[:PORT]", help="to ask instead of the machine's own"
        )

    def handle(self, *, dkim_selector: str, name_server: str | None, **_: object) -> None:
        count, unseen = 0, 0
        for each in examine(dkim_selector, name_server):
            count += each.mark is Mark.WRONG
            unseen += each.mark is Mark.LOOK
            style = {Mark.OK: self.style.SUCCESS, Mark.WRONG: self.style.ERROR}
            self.stdout.write(style.get(each.mark, self.style.WARNING)(str(each)))
            self.stdout.flush()
        if count:
            raise CommandError(sum_up(count, unseen))
        self.stdout.write(sum_up(count, unseen))


def examine(selector: str, name_server: str | None) -> Iterator[Finding]:
    yield from connections.examine_settings()
    yield from connections.examine_disk()
    yield from connections.examine_database()
    yield from connections.examine_broker()
    yield from connections.examine_mail_out()
    yield from connections.examine_mailbox()
    yield from connections.examine_site()
    _, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    site = urlsplit(settings.SITE_URL).hostname or ""
    names = Names(site, settings.MAIL_DOMAIN, address.rpartition("@")[2], selector)
    try:
        resolver = make_resolver(name_server)
    except (DNSException, ValueError) as error:
        yield look("names", f"no name server can be asked: {error}")
        return
    yield from examine_names(resolver, names)


def sum_up(wrong: int, unseen: int) -> str:
    what = "nothing is" if wrong == 0 else "one thing is" if wrong == 1 else f"{wrong} things are"
    if not unseen:
        return f"{what} wrong"
    rest = "one thing" if unseen == 1 else f"{unseen} things"
    return f"{what} wrong; {rest} could not be seen from here"


def make_resolver(name_server: str | None) -> Resolver:
    resolver = Resolver(configure=name_server is None)
    resolver.lifetime = SECONDS_TO_ANSWER
    if name_server is not None:
        host, _, port = name_server.partition(":")
        resolver.nameservers, resolver.port = [host], int(port or 53)
    return resolver
