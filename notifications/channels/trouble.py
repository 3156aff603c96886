"""The host's trouble with mail, with our server or with one domain. The log tells each change once."""

import logging
from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet
from django.utils import translation
from django.utils.translation import gettext

from games.events import sql
from notifications.channels.channel import double
from notifications.channels.replies import ENTRY_STAGES, Reply, Stage
from notifications.models import DomainTrouble, MailTrouble, Notice, Trouble

log = logging.getLogger(__name__)

TABLES = ("notifications_mailtrouble", "notifications_domaintrouble")
FIRST_WAIT = timedelta(seconds=10)
LONGEST_WAIT = timedelta(minutes=15)
PATIENCE = timedelta(seconds=30)
LONGEST_TEXT = 500
FORGOTTEN_AFTER = timedelta(days=1)
"""Longer than any held mail waits: nothing goes to that domain any more."""


def mail_trouble() -> Trouble | None:
    """What the host has to mend before all mail goes out again."""
    return MailTrouble.objects.first() or DomainTrouble.objects.order_by("since").first()


def is_in_trouble(domain: str) -> bool:
    return MailTrouble.objects.exists() or DomainTrouble.objects.filter(domain=domain).exists()


def domain_of(address: str) -> str:
    return address.rpartition("@")[2].lower()


def explain(trouble: Trouble) -> str:
    """A sentence for the host, with what the server said."""
    match Stage(trouble.stage):
        case Stage.CONNECTION:
            what = gettext("The mail server named in EMAIL_URL does not answer as it should.")
        case Stage.CERTIFICATE:
            what = gettext(
                "The mail server's certificate is for another name, or nobody who is trusted "
                "signed it. Look at the name in EMAIL_URL; for an authority of your own, set "
                "SSL_CERT_FILE."
            )
        case Stage.SIGN_IN:
            what = gettext("The mail server refuses the user or the password in EMAIL_URL.")
        case Stage.SENDER:
            what = gettext(
                "The mail server refuses us as a sender. Look at MAIL_DOMAIN, and at the user "
                "and the password in EMAIL_URL."
            )
        case Stage.RECIPIENT | Stage.REPORT:
            what = gettext(
                "The mail server passes no mail on for us. Look at the user and the password "
                "in EMAIL_URL."
            )
        case Stage.CONTENT:
            what = gettext(
                "The mail server does not believe that our mail is ours. Look at SPF, DKIM and "
                "DMARC of the sender's domain."
            )
    where = f"{trouble.domain}:" if isinstance(trouble, DomainTrouble) else ""
    return " ".join(filter(None, (what, where, trouble.said)))


def note_trouble(reply: Reply, at: datetime, domain: str = "") -> None:
    """Without a `domain` the trouble is with our own server."""
    text = reply.summary[:LONGEST_TEXT]
    kind = {"stage": reply.stage, "code": reply.code, "status": reply.status}
    fields = {"last": at, "count": 1, "said": text, **kind}
    row: Trouble
    if domain:
        row, key = DomainTrouble(domain=domain, since=at, **fields), "domain"
    else:
        row, key = MailTrouble(since=at, due=at + FIRST_WAIT, **fields), "only"
    of_its_kind: QuerySet[Trouble] = QuerySet(type(row))
    if of_its_kind.filter(pk=row.pk, **kind).update(last=at, said=text, count=F("count") + 1):
        return
    of_its_kind.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=[key],
        update_fields=[*fields] if domain else [*fields, "due"],
    )
    with translation.override("en"):
        log.error("mail does not go out", extra={"why": explain(row)})


def end_trouble(at: datetime, domain: str = "") -> bool:
    """Whether there was trouble; the mails that it held are due at once.

    `at` is when the successful try began.
    """
    if not _is_noted(at):
        return False
    domains = Q(domain=domain, last__lte=at) | Q(last__lte=at - FORGOTTEN_AFTER)
    over = (MailTrouble.objects.filter(last__lte=at), DomainTrouble.objects.filter(domains))
    if not sum(each.delete()[0] for each in over):
        return False
    log.warning("mail goes out again")
    Notice.objects.filter(held=True).update(due=at, held=False)
    return True


def _is_noted(at: datetime) -> bool:
    with sql.in_one_go():
        noted = [sql.select_later(table, ("count",), {"last <=": at}) for table in TABLES]
    return any(rows() for rows in noted)


class Watch:
    """Ends trouble by the mails of a batch. It looks for some after the first that went, then only
    while there is any, and at the end.
    """

    def __init__(self) -> None:
        self.has_trouble = True
        self.went: dict[str, datetime] = {}

    def note_success(self, at: datetime, domain: str) -> None:
        self.went[domain] = at
        if self.has_trouble:
            self.look()

    def note_refusal(self) -> None:
        """What went before does not end trouble that came after."""
        self.has_trouble = True
        self.went.clear()

    def look(self) -> None:
        if not self.went:
            return
        self.has_trouble = _is_noted(max(self.went.values()))
        if self.has_trouble:
            for domain, at in self.went.items():
                end_trouble(at, domain)
        self.went.clear()


def may_try(at: datetime) -> bool:
    """While the server lets nobody in, one worker at a time asks again, less and less often."""
    trouble = MailTrouble.objects.first()
    if trouble is None or trouble.stage not in ENTRY_STAGES:
        return True
    wait = double(FIRST_WAIT, trouble.count, LONGEST_WAIT)
    mine = MailTrouble.objects.filter(due=trouble.due, due__lte=at)
    return bool(mine.update(due=at + wait))


def may_try_for_somebody(at: datetime) -> bool:
    """A page does not wait for a server that lets nobody in, but for one try every half minute."""
    shut = MailTrouble.objects.filter(stage__in=ENTRY_STAGES)
    return not shut.exists() or bool(shut.filter(last__lte=at - PATIENCE).update(last=at))
