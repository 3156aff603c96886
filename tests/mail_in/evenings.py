"""Games made, joined and played by mail alone, in the forms of many mail programs."""

from datetime import timedelta
from uuid import UUID

from django.core import mail
from django.core.mail import EmailMultiAlternatives

from games.bots import bot_order
from games.bots.suggestions import suggestions
from games.domain import State
from games.domain.chance import Draws
from games.domain.notation import format, language_of
from games.edge import now
from games.holidays import take_holiday
from games.models import Game, Person
from games.overdue import move_on_due
from mail_in.playing import Outcome
from mail_in.receiving import receive
from notifications.outbox.queue import send_due
from tests.doing import table_of
from tests.mail_in.mails import write_mail
from tests.mail_in.programs import PROGRAMS, Reply, answer_in

MOST_TURNS = 400
DESK = "play@localhost"


class Evening:
    """One game: its people read and answer their mails, and nothing else."""

    def __init__(self, seed: int, names: tuple[str, ...]) -> None:
        self.draws = Draws(seed, "evening")
        self.names = names
        self.count = seed * 10_000
        self.turns = 0
        self.programs: set[str] = set()
        self.disturbances: set[str] = set()

    def latest(self, name: str, kind: str = "") -> EmailMultiAlternatives:
        address = f"{name}@example.org"
        mine = [each for each in mail.outbox if each.to == [address] and is_kind(each, kind)]
        letter = mine[-1]
        assert isinstance(letter, EmailMultiAlternatives)
        return letter

    def write(self, name: str, order: str, letter: EmailMultiAlternatives) -> Outcome:
        """In the form of some mail program."""
        self.count += 1
        program = PROGRAMS[self.count % len(PROGRAMS)]
        self.programs.add(program.__name__)
        raw = answer_in(program, Reply(order, letter, self.count))
        outcome = receive(raw, f"{name}@example.org", [letter.reply_to[0]], now())
        send_all()
        return outcome

    def open_game(self) -> UUID:
        """The first signs up and invites; the others say yes."""
        first, *others = self.names
        for request in (f"sign up {first.title()}", self._wanted(others)):
            writer = Person(username=first, email=f"{first}@example.org")
            receive(
                bytes(write_mail(writer, DESK, "hello", Message_ID=f"<{request[:4]}.{first}@x>")),
                writer.email,
                [DESK],
                now(),
            )
            send_all()
            self._ask(first, request, self.latest(first))
        for name in others:
            self._ask(name, "yes", self.latest(name, "invitation"))
        self._ask(first, "start", self.latest(first, "full"))
        return Game.objects.get(owner__email=f"{first}@example.org").id

    def _wanted(self, others: list[str]) -> str:
        addresses = " and ".join(f"{name}@example.org" for name in others)
        return f"new game Denver Rush {self.names[0]} with {addresses}, a day a turn"

    def play(self, game: UUID, most: int = MOST_TURNS) -> None:
        while self.turns < most and (state := table_of(game)).status != "ended":
            name = self._name_of(state)
            letter = self.latest(name, "turn")
            self._disturb(game, name)
            order = self._order(state, name)
            outcome = self.write(name, order, letter)
            assert outcome is Outcome.PLAYED, (order, mail.outbox[-1].body)
            self.turns += 1

    def _name_of(self, state: State) -> str:
        player = state.setup.seats[state.mover].player
        assert player is not None
        return Person.objects.get(pk=player).email.partition("@")[0]

    def _order(self, state: State, name: str) -> str:
        """A number, the suggestion as it is printed, or words in some language."""
        choices = suggestions(state)
        form = self.draws.below(4)
        language = language_of(("en", "fr", "de")[self.draws.below(3)])
        if not choices:
            return format(bot_order(state), language, state.board)
        number = self.draws.below(len(choices))
        words = format(choices[number], language, state.board)
        match form:
            case 0:
                return str(number + 1)
            case 1:
                return f"{number + 1}  {'; '.join(words.splitlines())}"
            case _:
                return words

    def _disturb(self, game: UUID, mover: str) -> None:
        """What goes on beside a turn leaves the mail good that is held."""
        match self.draws.below(8):
            case 0:
                self._pause(game, mover)
            case 1:
                person, at = Person.objects.get(email=f"{mover}@example.org"), now()
                if not person.holidays.exists():
                    take_holiday(person, at.date(), at.date() + timedelta(days=2), at=at)
                    self.disturbances.add("holiday")
            case 2:
                if move_on_due(now() + timedelta(hours=25)):
                    self.disturbances.add("spare time")
            case _:
                pass
        send_all()

    def _pause(self, game: UUID, mover: str) -> None:
        """Another asks, all agree, and the one to move ends it: all by answers."""
        first, *others = [name for name in self.names if name != mover]
        self._ask(first, "pause", self._about(game, first))
        for name in (*others, mover):
            self._ask(name, "yes", self.latest(name, "pause-asked"))
        assert table_of(game).paused
        self._ask(mover, "resume", self._about(game, mover))
        self.disturbances.add("pause")

    def _ask(self, name: str, request: str, letter: EmailMultiAlternatives) -> None:
        outcome = self.write(name, request, letter)
        assert outcome is Outcome.ANSWERED, (request, mail.outbox[-1].body)

    def _about(self, game: UUID, name: str) -> EmailMultiAlternatives:
        """The latest mail to somebody that names the game."""
        address = f"{name}@example.org"
        mine = [
            each
            for each in mail.outbox
            if each.to == [address] and str(game) in each.extra_headers["Message-ID"]
        ]
        letter = mine[-1]
        assert isinstance(letter, EmailMultiAlternatives)
        return letter


def is_kind(letter: object, kind: str) -> bool:
    number = str(letter.extra_headers["Message-ID"])  # type: ignore[attr-defined]
    return not kind or f".{kind}." in number or number.startswith(f"<{kind}.")


def send_all() -> None:
    while send_due(now()):
        pass
