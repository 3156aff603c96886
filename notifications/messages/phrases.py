"""What mails say."""

from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext
from msgspec import Struct

from games.domain.notation import Language


class Phrases(Struct, frozen=True):
    your_turn: str
    late_turn: str
    your_choice: str
    choices: dict[str, str]
    still_your_turn: str
    play_by: str
    no_deadline: str
    clock_stands: str
    waits: str
    you_have: str
    out_of: str
    since: str
    so_far: str
    nothing_yet: str
    said: str
    standings: str
    points: str
    money: str
    next_income: str
    bonus_tiles: str
    you: str
    free_seat: str
    computer: str
    suggestions: str
    then_left: str
    how: str
    how_lines: tuple[str, ...]
    how_choice: str
    see_table: str
    guide: str
    play_this: str
    picture: str
    why: str
    stop: str
    started: str
    begins: str
    you_begin: str
    at_table: str
    ended: str
    won: str
    you_won: str
    by_towns: str
    shared: str
    final_scoring: str
    towns: str
    abandoned: str
    abandoned_line: str
    replaced: str
    replaced_line: str
    replay_it: str
    day_turn: str
    day_turns: str
    day_news: str
    day_answer: str
    day_answer_there: str
    day_could: str
    day_games: str
    day_why: str
    day_stop: str
    settings: str
    turn_taken_back: str
    head: str

    def at(self, when: datetime) -> str:
        """In the time zone that it stands in."""
        return date_format(when, pgettext("date", "D j F, H:i"))


class ByLanguage(dict[Language, Phrases]):
    def __missing__(self, language: Language) -> Phrases:
        with override(language):
            self[language] = _phrases()
        return self[language]


def _phrases() -> Phrases:
    return Phrases(
        your_turn=_("Your turn {turn}"),
        late_turn=_("Your time ran out: turn {turn} waits for you"),
        your_choice=_("Your choice: {what}"),
        choices={"towns": _("a starting town"), "boom": _("the Boom marker"), "draft": _("a tile")},
        still_your_turn=_("Still your turn {turn}"),
        play_by=_("Play by {when}."),
        no_deadline=_("Take your time: this game has no deadline."),
        clock_stands=_("The clock stands still: the game is paused."),
        waits=_("The game waits for you; if it has to wait long, your seat can be taken over."),
        you_have=_("You are {colour}: {points} points ({rank}), ${money}, next income ${income}."),
        out_of=_("rank {rank} of {seats}"),
        since=_("Since your last turn"),
        so_far=_("So far"),
        nothing_yet=_("Nothing has happened yet."),
        said=_("Said at the table"),
        standings=_("Standings"),
        points=_("points"),
        money=_("money"),
        next_income=_("income"),
        bonus_tiles=_("bonus"),
        you=_("you"),
        free_seat=_("free"),
        computer=_("the computer"),
        suggestions=_("Answer with a number"),
        then_left=_("then ${money}, next income ${income}"),
        how=_("Or answer with orders, one a line"),
        how_lines=(
            _("expand to Chicago from Detroit; increase Omaha, Denver; double Omaha; bonus cash"),
            _("pass – do nothing; take back – undo your last turn"),
            _("note … – a word to the table; stop – no more reminders for this game"),
        ),
        how_choice=_("what you choose instead, by its name"),
        see_table=_("See the table"),
        guide=_("How a turn is written"),
        play_this=_("Play this"),
        picture=_("The board, with what has changed marked"),
        why=_("You play in {game}."),
        stop=_("No mails for this game"),
        started=_("The game has started"),
        begins=_("{who} begins."),
        you_begin=_("You begin."),
        at_table=_("At the table"),
        ended=_("The game is over"),
        won=_("{who} wins with {points} points"),
        you_won=_("You win with {points} points"),
        by_towns=_(", by more franchises in towns"),
        shared=_("{who} share the win with {points} points"),
        final_scoring=_("Final scoring"),
        towns=pgettext("mail", "towns"),
        abandoned=_("The game was abandoned"),
        abandoned_line=_("It ended without a winner. What was played can still be looked at."),
        replaced=_("You have taken a seat"),
        replaced_line=_("You play {colour} from here on. This is where the game stands."),
        replay_it=_("See the whole game again"),
        day_turn=_("Your turn in {game}"),
        day_turns=_("{count} turns wait for you"),
        day_news=_("What happened in your games"),
        day_answer=_("To play in {game}, answer this mail: a number, or orders, one a line."),
        day_answer_there=_("Answer for {game}"),
        day_could=_("You could"),
        day_games=_("My games"),
        day_why=_("You have asked for one mail a day."),
        day_stop=_("No daily mail any more"),
        settings=_("Mail settings"),
        turn_taken_back=_("A turn was taken back."),
        head=_("State of the game {head}"),
    )


PHRASES = ByLanguage()
