"""What answers to order mails say."""

from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext
from msgspec import Struct

from games.domain.notation import Language


class Says(Struct, frozen=True):
    played: str
    did: str
    taken_back: str
    not_played: str
    late: str
    nothing: str
    no_order: str
    possible: str
    rule: str
    suggestions: str
    unread: str
    noted: str
    stopped: str
    table: str
    your_turn: str
    answer_it: str


class ByLanguage(dict[Language, Says]):
    def __missing__(self, language: Language) -> Says:
        with override(language):
            self[language] = _phrases()
        return self[language]


def _phrases() -> Says:
    return Says(
        played=pgettext("mail", "Played"),
        did=_("What happened"),
        taken_back=_("Your turn is taken back."),
        not_played=_("Not played"),
        late=_("The game has gone on since the mail that you answered."),
        nothing=_("Nothing was played"),
        no_order=_("No order could be found in your mail."),
        possible=_("Possible"),
        rule=_("rule"),
        suggestions=_("Answer with orders, or with the number of one of these"),
        unread=_("These lines were not read as orders"),
        noted=_("Your note stands at the table"),
        stopped=_("No more reminders of this game will be sent to you."),
        table=_("The table now"),
        your_turn=_("It is your turn"),
        answer_it=_("Answer this mail to play."),
    )


SAYS = ByLanguage()
