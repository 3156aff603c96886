"""What a finished game taught. It is no part of the game, and can be thought out again."""

from django.db import models
from django.db.models import CompositePrimaryKey, Index, Q


class Analysis(models.Model):
    """`done` of its turns are reviewed; `content` has these reviews, and in the end the whole.

    `version` is the one with which the game ended, `engine` that of what thinks. A worker that
    takes it moves its `due`, so that another one takes it where the first was killed, and counts its
    `tries` at this turn; what is finished is due no more.
    """

    game_id = models.UUIDField(primary_key=True)
    version = models.PositiveIntegerField()
    engine = models.PositiveSmallIntegerField()
    turns = models.PositiveSmallIntegerField(default=0)
    done = models.PositiveSmallIntegerField(default=0)
    content = models.TextField(default="")
    due = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0, db_default=0)

    class Meta:
        indexes = [Index(fields=["due"], name="analyses_due", condition=Q(due__isnull=False))]

    def __str__(self) -> str:
        return f"{self.game_id} {self.done} of {self.turns}"


class Puzzle(models.Model):
    """A turn that somebody missed: `position` is the table without its people, `review` says which
    turn is best and what was played. On its `day` it is the puzzle of the day."""

    pk = CompositePrimaryKey("game_id", "version")
    game_id = models.UUIDField()
    version = models.PositiveIntegerField()
    position = models.TextField()
    review = models.TextField()
    margin = models.FloatField()
    day = models.DateField(null=True)

    class Meta:
        indexes = [
            Index(fields=["-day"], name="puzzles_of_days", condition=Q(day__isnull=False)),
            Index(fields=["-margin"], name="puzzles_to_come", condition=Q(day__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.version}"
