"""What mails say of the clock, of seats that change hands, and of pauses."""

from django.utils.translation import gettext as _
from django.utils.translation import override
from msgspec import Struct

from games.domain.notation import Language


class ClockPhrases(Struct, frozen=True):
    time_ran_out: str
    played_for_you: str
    passed_for_you: str
    was_played: str
    one_more: str
    may_be_taken: str
    taken_over: str
    plays_now: str
    come_back: str
    watch: str
    back: str
    back_line: str
    pause_asked: str
    asks: str
    agree: str
    paused: str
    paused_line: str
    resumed: str
    resumed_line: str
    moves: str


class ByLanguage(dict[Language, ClockPhrases]):
    def __missing__(self, language: Language) -> ClockPhrases:
        with override(language):
            self[language] = _phrases()
        return self[language]


def _phrases() -> ClockPhrases:
    return ClockPhrases(
        time_ran_out=_("Your time ran out"),
        played_for_you=_("The computer player took turn {turn} for you."),
        passed_for_you=_("Your turn {turn} was passed."),
        was_played=_("What was played"),
        one_more=_("If you lose the next one too, your seat can be taken over."),
        may_be_taken=_(
            "Your seat can be taken over now. It stays yours if you play your next turn, or say at the table that you are back."
        ),
        taken_over=_("Your seat was taken over"),
        plays_now=_("{who} plays on in your place."),
        come_back=_(
            "You can have it back: take it over at the table while a computer player keeps it."
        ),
        watch=_("You can go on watching the game."),
        back=_("You are back in your seat"),
        back_line=_("You play {colour} again. This is where the game stands."),
        pause_asked=_("A pause is asked for"),
        asks=_("{who} would like the clock to stop for a while."),
        agree=_("It stops when all of you have agreed, which you can do at the table."),
        paused=_("The game is paused"),
        paused_line=_(
            "All have agreed: the clock stands still. Turns can be played all the same, and any of you can end the pause."
        ),
        resumed=_("The pause is over"),
        resumed_line=_("{who} has ended it."),
        moves=_("{who} is to move until {when}."),
    )


CLOCK_PHRASES = ByLanguage()
