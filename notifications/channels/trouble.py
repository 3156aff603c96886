"""The host's trouble with mail: kept in one row, loud in the log once for each change."""

import logging
from datetime import datetime, timedelta

from django.db.models import F, QuerySet
from django.utils import translation
from django.utils.translation import gettext

from notifications.channels.replies import NOT_YET_IN, Reply, Stage
from notifications.models import QUEUES, MailTrouble

log = logging.getLogger(__name__)

FIRST_WAIT = timedelta(seconds=10)
LONGEST_WAIT = timedelta(minutes=15)
MOST_DOUBLED = 10
PATIENCE = timedelta(seconds=30)
LONGEST_TEXT = 500


def mail_trouble() -> MailTrouble | None:
    """What the host has to mend before mail goes out again; None where it goes."""
    return MailTrouble.objects.first()


def explain(trouble: MailTrouble) -> str:
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
    return f"{what} {trouble.said}".strip()


def note_trouble(reply: Reply, at: datetime) -> None:
    said = reply.said[:LONGEST_TEXT]
    kind = {"stage": reply.stage, "code": reply.code, "status": reply.status}
    same = MailTrouble.objects.filter(**kind)
    if same.update(last=at, said=said, count=F("count") + 1):
        return
    row = MailTrouble(since=at, last=at, due=at + FIRST_WAIT, count=1, said=said, **kind)
    MailTrouble.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["only"],
        update_fields=["last", "due", "count", "said", *kind],
    )
    with translation.override("en"):
        log.error("mail does not go out", extra={"why": explain(row)})


def end_trouble(at: datetime) -> bool:
    """Whether there was one; what it held is due at once. `at` is when the try began that went well."""
    over = MailTrouble.objects.filter(last__lte=at)
    if not over.exists() or not over.delete()[0]:
        return False
    log.warning("mail goes out again")
    for queue in QUEUES:
        QuerySet(queue).filter(held=True).update(**{queue.DUE: at}, held=False)
    return True


def may_try(at: datetime) -> bool:
    """Where the server lets nobody in, one worker at a time asks again, after longer and longer."""
    trouble = mail_trouble()
    if trouble is None or trouble.stage not in NOT_YET_IN:
        return True
    wait = min(FIRST_WAIT * (1 << min(trouble.count, MOST_DOUBLED)), LONGEST_WAIT)
    mine = MailTrouble.objects.filter(due=trouble.due, due__lte=at)
    return bool(mine.update(due=at + wait))


def may_try_for_somebody(at: datetime) -> bool:
    """Who waits before a page waits for no server that hangs: one of them tries every half minute."""
    shut = MailTrouble.objects.filter(stage__in=NOT_YET_IN)
    return not shut.exists() or bool(shut.filter(last__lte=at - PATIENCE).update(last=at))
