"""The outbox: what is still to be told to whom. Written in the transaction of the events."""

from django.conf import settings
from django.db import models
from django.db.models import CompositePrimaryKey, Index, Q


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
