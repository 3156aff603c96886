"""The outbox: what is still to be told to whom. Written in the transaction of the events."""

from django.conf import settings
from django.db import models
from django.db.models import CompositePrimaryKey, Index, Q, UniqueConstraint
from django.utils.translation import gettext_lazy as _


class Notice(models.Model):
    """One mail that is due. Its key makes a second one for the same reason impossible."""

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


class Webhook(models.Model):
    """An address of a person's program, which is posted what happens in the person's games."""

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
        return f"{self.what} to {self.url}"


class Delivery(models.Model):
    """The events of one command, from `first` to `version`, on their way to one webhook.

    `due` is when a worker may take it; a worker that has taken it moves it on, so that
    another one comes by where the first was killed. Once delivered it is gone.
    """

    pk = CompositePrimaryKey("webhook_id", "game_id", "version")
    webhook = models.ForeignKey(
        Webhook, models.CASCADE, related_name="deliveries", db_constraint=False, db_index=False
    )
    game_id = models.UUIDField()
    version = models.PositiveIntegerField()
    first = models.PositiveIntegerField()
    due = models.DateTimeField()
    attempts = models.PositiveIntegerField()

    class Meta:
        indexes = [Index(fields=["due"], name="deliveries_due")]

    def __str__(self) -> str:
        return f"{self.webhook_id}.{self.game_id}.{self.version}"


class Preference(models.Model):
    """What mail a person wants of one game, or, where it names none, of all others."""

    class Mail(models.TextChoices):
        EACH = "each", _("each turn")
        DAILY = "daily", _("once a day")
        NONE = "none", _("none")

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="preferences", db_constraint=False
    )
    game = models.ForeignKey(
        "games.Game", models.CASCADE, null=True, related_name="preferences", db_constraint=False
    )
    reminders = models.BooleanField(default=True)
    mail = models.CharField(max_length=5, choices=Mail, default=Mail.EACH)

    class Meta:
        constraints = [
            UniqueConstraint(fields=["person", "game"], name="preferences_one_a_game"),
            UniqueConstraint(
                fields=["person"], condition=Q(game=None), name="preferences_one_general"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {self.game_id}"


class Inbound(models.Model):
    """An order that came by mail. Its key makes a second handling of the same mail impossible.

    `answer` is what is still to be sent, from `due` on; it is emptied once it is sent.
    """

    key = models.CharField(max_length=64, unique=True)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="inbound", db_constraint=False
    )
    game_id = models.UUIDField()
    at = models.DateTimeField()
    outcome = models.CharField(max_length=20)
    answer = models.TextField(blank=True)
    due = models.DateTimeField(null=True)

    class Meta:
        indexes = [Index(fields=["due"], name="answers_due", condition=Q(due__isnull=False))]

    def __str__(self) -> str:
        return f"{self.outcome} {self.game_id}"
