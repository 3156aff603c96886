"""Mails about a newer ruleset that those at a table agree on."""

from django.utils.translation import gettext as _

from games.domain import State
from games.domain.rulesets import version_of
from notifications.messages.letter import Letter
from notifications.messages.news import News


def ruleset_request_letter(news: News) -> Letter | None:
    agreed = news.story.now.ruleset_agreed
    if not agreed or news.story.seat in agreed:
        return None
    return news.letter(
        _("A newer ruleset is asked for"),
        ruleset_request_line(news.name(agreed[0])),
        _("It holds when all of you have agreed: answer “yes”, or say so at the table."),
    )


def ruleset_request_line(who: str) -> str:
    return _("{who} would like to play on by the newer ruleset.").format(who=who)


def ruleset_letter(news: News) -> Letter | None:
    return news.letter(_("The game has a newer ruleset"), ruleset_line(news.story.now))


def ruleset_line(state: State) -> str:
    return _(
        "All have agreed: ruleset {version} holds from here on. What was played before stays as "
        "it is."
    ).format(version=version_of(state.setup.ruleset))
