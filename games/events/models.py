from django.db import models
from django.db.models import CompositePrimaryKey, Q, UniqueConstraint


class StoredEvent(models.Model):
    """One event of one game. The database refuses to change or delete it.

    `payload` is the very text that was hashed. The first event of a command carries the
    command's id, and a fingerprint of the request, so that the same command again gets
    the first answer; the last one carries the digest of the table it led to.
    """

    pk = CompositePrimaryKey("game_id", "version")
    game_id = models.UUIDField()
    version = models.PositiveIntegerField()
    type = models.CharField(max_length=40)
    payload = models.TextField()
    actor = models.CharField(max_length=60)
    command_id = models.CharField(max_length=80)
    fingerprint = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField()
    hash = models.BinaryField(max_length=32)
    digest = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [
            UniqueConstraint(
                fields=["game_id", "command_id"],
                condition=~Q(fingerprint=""),
                name="event_store_command_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.version} {self.type}"
