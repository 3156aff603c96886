"""The outbox, what people want of it, and what came in by mail."""

from typing import ClassVar
from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, CompositePrimaryKey, Index, Q, UniqueConstraint
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Outgoing(models.Model):
    """What every queue keeps of a mail that the server has not taken yet.

    A worker that takes a row moves its `due`, so that another one takes it where the first was
    killed; `first_due` is when it was due first. A mail that is `held` waits for the end of the
    host's trouble. `said` is what the last try came to.
    """

    DUE: ClassVar[str] = "due"

    first_due = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0, db_default=0)
    held = models.BooleanField(default=False, db_default=False)
    said = models.CharField(max_length=200, blank=True, default="", db_default="")

    class Meta:
        abstract = True


class Notice(Outgoing):
    """One mail to one person. Its key makes a second one for the same reason impossible."""

    pk = CompositePrimaryKey("game_id", "version", "kind", "recipient")
    game_id = models.UUIDField()
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices", db_constraint=False
    )
    due = models.DateTimeField()
    sent = models.DateTimeField(null=True)

    class Meta:
        indexes = [Index(fields=["due"], name="notices_unsent", condition=Q(sent__isnull=True))]

    def __str__(self) -> str:
        return f"{self.kind} {self.game_id} {self.version}"


class Webhook(Outgoing):
    """A person's program, to whose address the events of the person's games are posted."""

    DUE: ClassVar[str] = "mail_due"

    class What(models.TextChoices):
        ALL = "all", _("all events")
        TURN = "turn", _("the person's turns")

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks", db_constraint=False
    )
    url = models.CharField(max_length=500)
    secret = models.CharField(max_length=60)
    what = models.CharField(max_length=4, choices=What)
    active = models.BooleanField(default=True)
    failing_since = models.DateTimeField(null=True)
    mail_due = models.DateTimeField(null=True)
    created = models.DateTimeField()

    class Meta:
        indexes = [
            Index(
                fields=["mail_due"],
                name="webhooks_mail_due",
                condition=Q(mail_due__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.what} to {self.server}"

    @property
    def server(self) -> str:
        """The part of the URL that is no secret; its path often is one."""
        return urlsplit(self.url).netloc


class Delivery(models.Model):
    """The events of one command, from `first` to `version`, on their way to one webhook.

    `due` is when a worker may take it; a worker that takes it moves `due`, so that another one
    takes it where the first was killed. The row is deleted once it is delivered.
    """

    pk = CompositePrimaryKey("webhook_id", "game_id", "version")
    webhook = models.ForeignKey(
        Webhook, models.CASCADE, related_name="deliveries", db_constraint=False, db_index=False
    )
    game_id = models.UUIDField()
    version = models.PositiveIntegerField()
    first = models.PositiveIntegerField()
    made = models.DateTimeField(db_default=Now())
    due = models.DateTimeField()
    attempts = models.PositiveIntegerField()

    class Meta:
        indexes = [Index(fields=["due"], name="deliveries_due")]

    def __str__(self) -> str:
        return f"{self.webhook_id}.{self.game_id}.{self.version}"


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

    class Meta:
        constraints = [
            UniqueConstraint(fields=["person", "game"], name="preferences_one_a_game"),
            UniqueConstraint(
                fields=["person"], condition=Q(game=None), name="preferences_one_general"
            ),
        ]
        indexes = [Index(fields=["person"], name="preferences_daily", condition=Q(mail="daily"))]

    def __str__(self) -> str:
        return f"{self.person_id} {self.game_id}"


class Digest(Outgoing):
    """A person's next daily mail: the day that it is for, and when it is due.

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


class InvitationMail(Outgoing):
    """The mail of an invitation, which goes to its address once."""

    invitation = models.OneToOneField(
        "games.Invitation", models.CASCADE, primary_key=True, related_name="mail"
    )
    due = models.DateTimeField()
    sent = models.DateTimeField(null=True)
    went = models.BooleanField(default=False)

    class Meta:
        indexes = [Index(fields=["due"], name="invitations_unsent", condition=Q(sent__isnull=True))]

    def __str__(self) -> str:
        return f"invitation {self.invitation_id}"


class NoInvitations(models.Model):
    """An address, in small letters, whose owner wants no invitations."""

    address = models.CharField(max_length=254, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"since {self.at:%Y-%m-%d}"


class Inbound(Outgoing):
    """An order that came by mail, or a mail to the host, which has no person and no game.

    Its key makes a second handling of the same mail impossible. `answer` is what is to be sent
    from `due` on; it is emptied once it is sent.
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
    answer = models.TextField(blank=True)
    due = models.DateTimeField(null=True)

    class Meta:
        indexes = [Index(fields=["due"], name="answers_due", condition=Q(due__isnull=False))]

    def __str__(self) -> str:
        return f"{self.outcome} {self.game_id}"


QUEUES: tuple[type[Outgoing], ...] = (Notice, InvitationMail, Digest, Inbound, Webhook)
