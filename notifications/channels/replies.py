"""What a mail server's reply is about: the address, this mail, the host's set-up, or the moment."""

import re
from enum import StrEnum

from msgspec import Struct


class Stage(StrEnum):
    CONNECTION = "connection"
    CERTIFICATE = "certificate"
    SIGN_IN = "sign-in"
    SENDER = "sender"
    RECIPIENT = "recipient"
    CONTENT = "content"
    REPORT = "report"
    """A delivery status notification or a provider's event about a mail that was taken before."""


class About(StrEnum):
    ADDRESS = "address"
    MAIL = "mail"
    HOST = "host"
    MOMENT = "moment"


class Reply(Struct, frozen=True):
    """`code` is 0 where no server answered; `status` is the enhanced one of RFC 3463, if any."""

    stage: Stage
    code: int
    status: str
    text: str

    @property
    def summary(self) -> str:
        """On one line, for logs and pages."""
        numbers = (str(self.code or ""), self.status)
        return " ".join(part for part in (*numbers, *self.text.split()) if part)

    @property
    def breaks_off(self) -> bool:
        """The server says nothing more on this connection."""
        return self.code in (0, HANGS_UP)


ENTRY_STAGES = (Stage.CONNECTION, Stage.CERTIFICATE, Stage.SIGN_IN)
STATUS = re.compile(r"\s*([245]\.\d{1,3}\.\d{1,3})(?!\S)\s*")
WORDS_ABOUT_US = (
    *("relay", "authenti", "authoriz", "sender", r"\byour? (?:domain|host|server|network)"),
    *("block", "blacklist", "dnsbl", r"\brbl\b", "reputation", "banned", r"\bips?\b"),
    *("policy", "policies", "spam", "abuse", r"\bspf\b", r"\bdkim\b", r"\bdmarc\b"),
    *(r"\b[he][eh]lo\b", r"\br?dns\b", r"\bptr\b", "reverse", "client host"),
    *(r"\brate\b", "too many", "throttl"),
)
"""Words of a bare 550 that is about the sender."""

WORDS_ABOUT_ADDRESSES = (
    *("user", "mailbox", "recipient", "address", "account", "unknown", "exist", "nobody"),
    *("unbekannt", "empfänger", "postfach", "inconnu", "destinataire", "utilisateur"),
)
AN_ADDRESS = re.compile(r"\S+@\S+")
SPEAKS_OF_US = re.compile("|".join(WORDS_ABOUT_US), re.IGNORECASE)
SPEAKS_OF_ADDRESS = re.compile("|".join(WORDS_ABOUT_ADDRESSES), re.IGNORECASE)

NO_SUCH_ADDRESS = 550
OVER_QUOTA = 552
HANGS_UP = 421

SENDERS_ADDRESS = ("5.1.7", "5.1.8")
MAILBOX_OFF = "5.2.1"
MAILBOX_FULL = "5.2.2"
TOO_LARGE = ("5.2.3", "5.3.4")
UNAUTHENTICATED = frozenset(range(20, 31))
"""The last numbers of 5.7.20 to 5.7.30: DKIM, SPF, DMARC, reverse names, TLS (RFC 7372)."""


def read_reply(stage: Stage, code: int, text: str | bytes) -> Reply:
    """Each line of a long reply may begin with the status; it counts where its class is the code's."""
    words = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    status = STATUS.match(words)
    if status is None or (code and status[1][0] != str(code)[0]):
        return Reply(stage, code, "", words.strip())
    lines = [STATUS.sub("", line, count=1) for line in words.splitlines()]
    return Reply(stage, code, status[1], "\n".join(lines).strip())


def judge(reply: Reply) -> About:
    """Only 5.1.x, 5.2.1 and a bare 550 that names the recipient are about an address."""
    if reply.stage in ENTRY_STAGES:
        return About.HOST
    if not (reply.status or str(reply.code)).startswith("5"):
        return About.MOMENT
    return _judge_status(reply) if reply.status else _judge_bare(reply)


def _judge_status(reply: Reply) -> About:
    subject, detail = (int(number) for number in reply.status.split(".")[1:])
    speaks_of_sender = reply.stage is Stage.SENDER or reply.status in SENDERS_ADDRESS
    match subject:
        case _ if reply.status in TOO_LARGE or subject == 6:
            return About.MAIL
        case 1:
            return About.HOST if speaks_of_sender else About.ADDRESS
        case 2 if reply.status == MAILBOX_FULL:
            return About.MOMENT
        case 2 if not speaks_of_sender:
            return About.ADDRESS if reply.status == MAILBOX_OFF else About.MAIL
        case 0 | 7 if reply.stage is Stage.CONTENT and detail not in (8, *UNAUTHENTICATED):
            return About.MAIL
        case _:
            return About.HOST


def _judge_bare(reply: Reply) -> About:
    match reply.stage:
        case Stage.CONTENT:
            return About.MAIL
        case Stage.SENDER if reply.code == OVER_QUOTA:
            return About.MAIL
        case Stage.RECIPIENT | Stage.REPORT if reply.code == OVER_QUOTA:
            return About.MOMENT
        case Stage.RECIPIENT | Stage.REPORT if reply.code == NO_SUCH_ADDRESS:
            words = AN_ADDRESS.sub("", reply.text)
            is_of_address = SPEAKS_OF_ADDRESS.search(words) and not SPEAKS_OF_US.search(words)
            return About.ADDRESS if is_of_address else About.HOST
        case _:
            return About.HOST
