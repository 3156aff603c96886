"""The outbox, what people want of it, and what came in by mail."""

from datetime import datetime
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, CompositePrimaryKey, Index, Q, UniqueConstraint
from django.utils.translation import gettext_lazy as _

NO_GAME = UUID(int=0)
"""The game of a notice that is about none."""

NOBODY = 0
"""The recipient of a notice to an address that is no person's."""


class Notice(models.Model):
    """One message to one person by one channel. Its key makes a second one on the same occasion
    impossible.

    A worker that takes a notice moves its `due`, so that another one takes it where the first was
    killed; `first_due` is when it was due first. One that is `held` waits for the end of the
    host's trouble. `reply` is what the last try came to, at `tried`, and after `took` milliseconds
    where that is known; `later` is what the same row says next.
    `content` is the message's own; a notice about a game keeps there the number of the mail that
    it goes in, once a worker has taken it.
    """

    pk = CompositePrimaryKey("game_id", "recipient", "message", "channel", "occasion")
    game_id = models.UUIDField()
    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices", db_constraint=False
    )
    message = models.CharField(max_length=20)
    channel = models.CharField(max_length=10)
    occasion = models.CharField(max_length=64)
    content = models.TextField(default="", db_default="")
    later = models.TextField(default="", db_default="")
    due = models.DateTimeField()
    first_due = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0, db_default=0)
    held = models.BooleanField(default=False, db_default=False)
    reply = models.CharField(max_length=200, blank=True, default="", db_default="")
    tried = models.DateTimeField(null=True)
    took = models.PositiveIntegerField(null=True)
    sent = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            Index(fields=["channel", "due"], name="notices_due", condition=Q(sent__isnull=True))
        ]

    def __str__(self) -> str:
        return f"{self.message} {self.game_id} {self.occasion}"


class Webhook(models.Model):
    """A person's program, to whose address the events of the person's games are posted.

    After a change of the secret the old one signs too, until `old_until`.
    """

    class What(models.TextChoices):
        ALL = "all", _("all events")
        TURN = "turn", _("the person's turns")

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks", db_constraint=False
    )
    url = models.CharField(max_length=500)
    secret = models.CharField(max_length=60)
    old_secret = models.CharField(max_length=60, default="", db_default="")
    old_until = models.DateTimeField(null=True)
    what = models.CharField(max_length=4, choices=What)
    active = models.BooleanField(default=True)
    failing_since = models.DateTimeField(null=True)
    created = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.what} to {self.server}"

    @property
    def server(self) -> str:
        """The part of the URL that is no secret; its path often is one."""
        return urlsplit(self.url).netloc

    def secrets(self, at: datetime) -> tuple[str, ...]:
        """Those that sign, the newest first."""
        is_old_good = self.old_until is not None and at < self.old_until
        return (self.secret, self.old_secret) if is_old_good else (self.secret,)

    def notices(self) -> models.QuerySet[Notice]:
        """What it was sent lately, and what waits for it."""
        return calls_of(self.person_id, f".{self.pk}")

    def waiting_notices(self) -> models.QuerySet[Notice]:
        return self.notices().filter(sent=None)


def calls_of(person: Any, ending: Any) -> models.QuerySet[Notice]:
    """Those to a webhook of the person: their occasions end with the webhook's id."""
    return Notice.objects.filter(recipient=person, channel="webhook", occasion__endswith=ending)


class Preference(models.Model):
    """What mail a person wants of one game, or, without a game, in general.

    Where the row of a game leaves a field open, the general one holds.
    """

    class Mail(models.TextChoices):
        EACH = "each", _("A mail each turn")
        DAILY = "daily", _("One mail a day")
        NONE = "none", _("No mail")

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="preferences", db_constraint=False
    )
    game = models.ForeignKey(
        "games.Game", models.CASCADE, null=True, related_name="preferences", db_constraint=False
    )
    reminders = models.BooleanField(null=True)
    mail = models.CharField(max_length=5, choices=Mail, blank=True)
    puzzle = models.BooleanField(default=False, db_default=False)
    """In general alone: the puzzle of the day, by the daily mail."""

    class Meta:
        constraints = [
            UniqueConstraint(fields=["person", "game"], name="preferences_one_a_game"),
            UniqueConstraint(
                fields=["person"], condition=Q(game=None), name="preferences_one_general"
            ),
        ]
        indexes = [
            Index(fields=["person"], name="preferences_daily", condition=Q(mail="daily")),
            Index(fields=["person"], name="preferences_puzzle", condition=Q(puzzle=True)),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {self.game_id}"


class Digest(models.Model):
    """When a person's next daily mail is to be put into the outbox, and for which day.

    It tells what came after `since`.
    """

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        primary_key=True,
        related_name="digest",
        db_constraint=False,
    )
    day = models.DateField()
    due = models.DateTimeField()
    since = models.DateTimeField()

    class Meta:
        indexes = [Index(fields=["due"], name="digests_due")]

    def __str__(self) -> str:
        return f"{self.person_id} {self.day}"


class FeedAddress(models.Model):
    """How often a person has made new feed addresses; only those of the last edition are good."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        primary_key=True,
        related_name="feed_address",
        db_constraint=False,
    )
    edition = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.person_id} {self.edition}"


class Bounce(models.Model):
    """A report that an address refuses mail for good, or that its owner complained.

    Its key keeps the same report from counting twice. It counts until the owner of the address
    asks for another try.
    """

    class Why(models.TextChoices):
        REFUSED = "refused", _("refused by its server")
        COMPLAINED = "complained", _("called spam by its owner")

    key = models.CharField(max_length=64, unique=True)
    address = models.CharField(max_length=254, db_index=True)
    why = models.CharField(max_length=10, choices=Why)
    at = models.DateTimeField()
    counts = models.BooleanField(default=True, db_default=True)

    def __str__(self) -> str:
        return f"{self.why} {self.at:%Y-%m-%d}"


class Trouble(models.Model):
    """Why mail does not go out, where the host has to mend it."""

    since = models.DateTimeField()
    last = models.DateTimeField()
    count = models.PositiveIntegerField()
    stage = models.CharField(max_length=12)
    code = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=12, blank=True)
    said = models.CharField(max_length=500, blank=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.stage}: {self.said}"


class MailTrouble(Trouble):
    """With our own mail server. There is one row at most.

    Where the server lets nobody in, nothing is tried before `due`.
    """

    only = models.BooleanField(primary_key=True, default=True)
    due = models.DateTimeField()

    class Meta:
        constraints = [CheckConstraint(condition=Q(only=True), name="mail_trouble_is_one")]


class DomainTrouble(Trouble):
    """With the recipients of one domain, while others may get their mails."""

    domain = models.CharField(primary_key=True, max_length=255)


class NoInvitations(models.Model):
    """An address, in small letters, whose owner wants no invitations."""

    address = models.CharField(max_length=254, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"since {self.at:%Y-%m-%d}"


class Inbound(models.Model):
    """An order that came by mail, or a mail to the host, which has no person and no game.

    Its key makes a second handling of the same mail impossible.
    """

    key = models.CharField(max_length=64, unique=True)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        related_name="inbound",
        db_constraint=False,
    )
    game_id = models.UUIDField(null=True)
    at = models.DateTimeField()
    outcome = models.CharField(max_length=20)

    def __str__(self) -> str:
        return f"{self.outcome} {self.game_id}"


class Offer(models.Model):
    """What the numbers of a mail stand for: tables as it showed them, and orders.

    Of a mail that shows several games `game_id` is a nil id.
    """

    pk = CompositePrimaryKey("game_id", "person", "number")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="offers", db_constraint=False
    )
    game_id = models.UUIDField()
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    tables = models.TextField()

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"
