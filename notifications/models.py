"""The outbox: what is still to be told to whom. Written in the transaction of the events."""

from django.conf import settings
from django.db import models
from django.db.models import CompositePrimaryKey, Index, Q
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
