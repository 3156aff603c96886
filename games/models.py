"""Rows for lists and pages. Those of a game can be rebuilt from its events."""

from collections.abc import Iterator
from datetime import datetime

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import CompositePrimaryKey, Index, Q, UniqueConstraint
from django.db.models.functions import Upper
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from games.edge import new_game_id, zones

TOKEN_BEGINNING = 8
LONGEST_NAME = 40


def check_zone(name: str) -> None:
    if name not in zones():
        raise ValidationError(_("There is no time zone %(name)s."), params={"name": name})


def hour_field() -> "models.PositiveSmallIntegerField[int | None, int | None]":
    return models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MaxValueValidator(23)]
    )


class Person(AbstractUser):  # type: ignore[django-manager-missing]  # of tokens, which has no types
    """Nothing is due from `quiet_from` to `quiet_to`, in hours of the person's time zone.

    A guest has no confirmed address yet. Of a person who has `left`, only the number in events
    stays.
    """

    name = models.CharField(max_length=LONGEST_NAME, blank=True, db_default="")
    guest = models.BooleanField(default=False, db_default=False)
    left = models.DateTimeField(null=True, blank=True)
    time_zone = models.CharField(max_length=60, default="UTC", validators=[check_zone])
    language = models.CharField(max_length=8, default="en")
    quiet_from = hour_field()
    quiet_to = hour_field()
    mail_refused = models.DateTimeField(null=True, blank=True)
    """When the address refused a mail. No mail goes to it until the person gives it again."""
    signed_out = models.DateTimeField(null=True, blank=True)
    """When all browsers were signed out at once; earlier sessions are invalid."""

    class Meta(AbstractUser.Meta):  # type: ignore[name-defined,misc]  # it is there
        permissions = [("forget_person", "Can forget a person")]
        indexes = [
            Index(fields=["last_login"], name="people_guests", condition=Q(guest=True)),
            Index(Upper("email"), name="people_addresses"),
        ]

    def __str__(self) -> str:
        return self.display_name

    @property
    def display_name(self) -> str:
        if self.left is not None:
            return gettext("somebody who left")
        return self.name or self.username

    def get_session_auth_hash(self) -> str:
        return self._bind_to_sign_out(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        return map(self._bind_to_sign_out, super().get_session_auth_fallback_hash())

    def _bind_to_sign_out(self, session_hash: str) -> str:
        if self.signed_out is None:
            return session_hash
        moment = str(self.signed_out.timestamp())
        return salted_hmac("signed out", moment, secret=session_hash).hexdigest()


class SignIn(models.Model):
    """A browser in which a person is signed in."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="sign_ins")
    key = models.CharField(max_length=40, unique=True)
    browser = models.CharField(max_length=200)
    address = models.CharField(max_length=64)
    began = models.DateTimeField()
    seen = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.browser} at {self.address}"


class Holiday(models.Model):
    """Days, the last one included, that do not count for a person's turns."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="holidays")
    first = models.DateField()
    last = models.DateField()

    def __str__(self) -> str:
        return f"{self.first} to {self.last}"


def person(related_name: str) -> "models.ForeignKey[Person | None, Person | None]":
    """Somebody whom events name by number; the events keep it when the person goes."""
    return models.ForeignKey(
        Person, models.SET_NULL, null=True, related_name=related_name, db_constraint=False
    )


class Game(models.Model):
    """A game's columns for lists, and its newest state, so that a turn reads no history."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        DRAFT = "draft", _("draft")
        TOWNS = "towns", _("towns")
        BOOM = "boom", _("boom")
        PLAYING = "playing", _("playing")
        ENDED = "ended", _("ended")
        ABANDONED = "abandoned", _("abandoned")

    id = models.UUIDField(primary_key=True, default=new_game_id, editable=False)
    version = models.PositiveIntegerField()
    head = models.BinaryField(max_length=32)
    chain = models.PositiveSmallIntegerField(db_default=1)
    """The format of its hash chain, which never changes. Programs that know of none write 1."""
    name = models.CharField(max_length=80)
    status = models.CharField(max_length=10, choices=Status)
    watch = models.CharField(max_length=10)
    owner = person("owned_games")
    turn = models.PositiveIntegerField()
    mover = person("waiting_games")
    computer_to_move = models.BooleanField()
    deadline = models.DateTimeField(null=True)
    created = models.DateTimeField()
    changed = models.DateTimeField()
    digest = models.CharField(max_length=64)
    snapshot = models.TextField()

    class Meta:
        permissions = [
            ("pause_game", "Can pause the clock of a game"),
            ("resume_game", "Can let the clock of a game run on"),
            ("extend_game", "Can extend the deadline of a game"),
            ("replace_player", "Can replace a player"),
            ("take_back_turn", "Can take turns back"),
            ("abandon_game", "Can abandon a game"),
        ]
        indexes = [
            Index(
                fields=["status", "-changed", "id"],
                name="games_public",
                condition=Q(watch="public"),
            ),
            Index(
                fields=["-changed", "id"], name="games_public_latest", condition=Q(watch="public")
            ),
            Index(fields=["deadline"], name="games_due", condition=Q(deadline__isnull=False)),
            Index(fields=["changed"], name="games_computer", condition=Q(computer_to_move=True)),
        ]

    def __str__(self) -> str:
        return self.name


class Verified(models.Model):
    """The head at which a game's history was last verified."""

    game_id = models.UUIDField(primary_key=True)
    version = models.PositiveIntegerField()
    hash = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return f"{self.game_id} {self.version}"


class Suggested(models.Model):
    """What is suggested at the game's present table: a number in a mail means the same order until
    the game goes on, even where a later version of the server would suggest another one."""

    game_id = models.UUIDField(primary_key=True)
    position = models.CharField(max_length=64)
    ranked = models.TextField()
    version = models.PositiveIntegerField(db_default=0)

    def __str__(self) -> str:
        return f"{self.game_id} {self.position}"


class Verification(models.Model):
    """One run through all games; `after` is the last game that it has checked."""

    began = models.DateTimeField()
    after = models.UUIDField(null=True)
    games = models.PositiveIntegerField(default=0)
    events = models.PositiveBigIntegerField(default=0)
    skipped = models.PositiveIntegerField(default=0)
    bad = models.PositiveIntegerField(default=0)
    only_new = models.BooleanField()
    ended = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.began} {self.games}"


class Invitation(models.Model):
    """Seats one person with the secret once. The game's events hold the reference only."""

    pk = CompositePrimaryKey("game_id", "number")
    game = models.ForeignKey(Game, models.CASCADE, related_name="invitations", db_index=False)
    number = models.BigIntegerField()
    reference = models.CharField(max_length=64)
    secret = models.CharField(max_length=40, db_index=True)
    address = models.EmailField(blank=True)
    by = person("invitations")
    created = models.DateTimeField()
    revoked = models.DateTimeField(null=True)
    used = models.DateTimeField(null=True)
    used_by = person("invitations_used")

    class Meta:
        constraints = [
            UniqueConstraint(fields=["game", "reference"], name="games_invited_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"


class Token(AbstractAuthToken):  # type: ignore[misc]  # the package has no types
    """Lets a program call the API for a person; what it may do are its scopes."""

    class Scope(models.TextChoices):
        READ = "read", _("read")
        PLAY = "play", _("play")
        TALK = "talk", _("talk")

    name: "models.CharField[str, str]" = models.CharField(max_length=80)
    scope: "models.CharField[str, str]" = models.CharField(max_length=20)
    used: "models.DateTimeField[datetime | None, datetime | None]" = models.DateTimeField(null=True)
    """When it was last used, within the hour."""

    @property
    def scopes(self) -> tuple[Scope, ...]:
        """The version before knew one a token; what played could talk as well."""
        if self.scope == self.Scope.PLAY:
            return tuple(self.Scope)
        return tuple(map(self.Scope, self.scope.split()))

    @property
    def beginning(self) -> str:
        """The part that pages show again, to tell one token from another."""
        key: str = self.token_key
        return key[:TOKEN_BEGINNING]

    def __str__(self) -> str:
        return self.name


class KeptAnswer(models.Model):
    """What a call was answered with, for when it comes again under the same key."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="kept_answers")
    key = models.CharField(max_length=64, unique=True)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    sealed = models.BinaryField(default=b"")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.key


class Seat(models.Model):
    """Who sits where: a person, a computer player, or nobody yet."""

    pk = CompositePrimaryKey("game_id", "number")
    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = person("seats")
    bot = models.CharField(max_length=40, blank=True)

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"


class ChatLine(models.Model):
    """What somebody said at the table. It is no part of the game and may be changed or deleted."""

    pk = CompositePrimaryKey("game_id", "number")
    game = models.ForeignKey(Game, models.CASCADE, related_name="chat", db_index=False)
    number = models.BigIntegerField()
    person = person("chat_lines")
    text = models.TextField()
    at = models.DateTimeField()
    edited = models.DateTimeField(null=True)
    hidden = models.BooleanField(default=False)
    command_id = models.CharField(max_length=64, default="", db_default="")

    class Meta:
        constraints = [
            UniqueConstraint(
                fields=["game", "command_id"],
                name="games_chat_said_once",
                condition=~Q(command_id=""),
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"


class ChatReport(models.Model):
    """A chat line's text when it was reported to the host; it stays when the line goes.

    `line` is the number of the line in its game.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="chat_reports", db_constraint=False)
    line = models.BigIntegerField(null=True)
    author = person("chat_lines_reported")
    by = person("chat_reports")
    text = models.TextField()
    at = models.DateTimeField()
    settled = models.DateTimeField(null=True)

    class Meta:
        permissions = [
            ("hide_line", "Can hide a reported line"),
            ("show_line", "Can show a reported line again"),
            ("settle_report", "Can settle a report"),
        ]
        constraints = [
            UniqueConstraint(fields=["game", "line", "by"], name="games_one_report_each")
        ]

    def __str__(self) -> str:
        return f"report {self.pk}"


class ChatRead(models.Model):
    """The last line of a game's chat that a person has seen."""

    pk = CompositePrimaryKey("game_id", "person_id")
    game = models.ForeignKey(Game, models.CASCADE, related_name="chats_read", db_index=False)
    person = models.ForeignKey(Person, models.CASCADE, related_name="chats_read")
    line = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.game_id} {self.line}"


class PrivateNote(models.Model):
    """A person's note about a game, which nobody else sees."""

    pk = CompositePrimaryKey("game_id", "person_id")
    game = models.ForeignKey(Game, models.CASCADE, related_name="notes", db_index=False)
    person = models.ForeignKey(Person, models.CASCADE, related_name="notes")
    text = models.TextField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.game_id} {self.person_id}"


class Variation(models.Model):
    """Steps that a person tries from version `base` of a game on.

    `version` counts the changes, so that one of two at once is refused. Whoever has the
    `secret`, and may see the game, may look at it.
    """

    pk = CompositePrimaryKey("game_id", "number")
    game = models.ForeignKey(Game, models.CASCADE, related_name="variations", db_index=False)
    number = models.BigIntegerField()
    person = models.ForeignKey(Person, models.CASCADE, related_name="variations")
    name = models.CharField(max_length=60)
    base = models.PositiveIntegerField()
    steps = models.TextField()
    length = models.PositiveSmallIntegerField()
    snapshot = models.TextField()
    version = models.PositiveIntegerField(default=0)
    secret = models.CharField(max_length=50, db_index=True, null=True)  # noqa: DJ001 - many have none
    changed = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.game_id} {self.name}"
