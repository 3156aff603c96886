"""Roots and leaves as they were signed. The database refuses to change or delete them."""

from datetime import date

from django.db import models
from django.db.models import CompositePrimaryKey, Index

from games.domain import anchors
from games.domain.chain import short_head


class Root(models.Model):
    """A day's root; `previous` is the hash of the anchor text before it."""

    day = models.DateField(primary_key=True)
    size = models.PositiveIntegerField()
    root = models.CharField(max_length=64)
    previous = models.CharField(max_length=64)
    key = models.CharField(max_length=60)
    signature = models.CharField(max_length=88)
    handover = models.CharField(max_length=88, blank=True)

    def __str__(self) -> str:
        return f"{self.day}"

    @property
    def signed_anchor(self) -> anchors.SignedAnchor:
        day = self.day.isoformat()
        anchor = anchors.Anchor(day, self.size, self.root, self.previous, self.key)
        return anchors.SignedAnchor(anchor, self.signature, self.handover)

    @property
    def is_signed(self) -> bool:
        """Signed by its own key, which may be anybody's."""
        return anchors.is_signed(self.signed_anchor.anchor, self.signature, self.key)


class Leaf(models.Model):
    """The head, at the end of the day, of a game that moved."""

    pk = CompositePrimaryKey("game_id", "root_id")
    root = models.ForeignKey(Root, models.PROTECT, related_name="leaves", db_index=False)
    index = models.PositiveIntegerField()
    game_id = models.UUIDField()
    version = models.PositiveIntegerField()
    hash = models.BinaryField(max_length=32)

    class Meta:
        indexes = [Index(fields=["root", "index"], name="anchors_leaves_of_a_day")]

    def __str__(self) -> str:
        return f"{self.root_id} {self.index}"

    @property
    def head(self) -> str:
        return short_head(self.version, bytes(self.hash).hex())

    @property
    def leaf(self) -> anchors.Leaf:
        return anchors.Leaf(str(self.game_id), self.version, bytes(self.hash).hex())


def leaves_of(day: date) -> list[anchors.Leaf]:
    """The leaves under a day's root, in order."""
    return [each.leaf for each in Leaf.objects.filter(root_id=day).order_by("index")]


class VerifiedRoot(models.Model):
    """A day whose leaves match this root."""

    day = models.DateField(primary_key=True)
    root = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"{self.day}"
