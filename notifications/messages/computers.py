"""Mails about computer players that those at a table agree on."""

from django.utils.translation import gettext as _

from games.computers import computer_name
from games.domain import State
from games.domain.computer_change import open_wishes
from games.domain.state import ComputerWish
from notifications.messages.content import Reader, colour, name_and_colour
from notifications.messages.letter import Letter
from notifications.messages.news import News


def computer_request_letter(news: News) -> Letter | None:
    state, seat = news.story.now, news.story.seat
    wishes = open_wishes(state, seat)
    if not wishes:
        return None
    return news.letter(
        _("Another computer player is asked for"),
        *(computer_request_line(each, state, news.reader) for each in wishes),
        _("It plays once all of you have agreed: answer “yes”, or say so at the table."),
    )


def computer_request_line(wish: ComputerWish, state: State, reader: Reader) -> str:
    return _("{who} would like {computer} to play {colour}.").format(
        who=name_and_colour(state, wish.seat, reader),
        computer=computer_name(wish.bot),
        colour=colour(state, wish.of, reader.language),
    )
