"""What invitations say."""

from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext
from msgspec import Struct

from games.domain.expansions import EXPANSIONS
from games.domain.notation import Language


class InvitationPhrases(Struct, frozen=True):
    title: str
    invites: str
    seats: dict[int, str]
    paces: dict[int | None, str]
    printed: str
    with_: str
    and_: str
    introductory: str
    expansions: dict[str, str]
    about: str
    what_it_is: str
    look: str
    see: str
    why: str
    stop: str


class ByLanguage(dict[Language, InvitationPhrases]):
    def __missing__(self, language: Language) -> InvitationPhrases:
        with override(language):
            self[language] = _phrases()
        return self[language]


def _phrases() -> InvitationPhrases:
    return InvitationPhrases(
        title=_("You are invited to a game of Franchise"),
        invites=_("{who} invites you to “{game}”."),
        seats={
            2: _("A game for two"),
            3: _("A game for three"),
            4: _("A game for four"),
            5: _("A game for five"),
        },
        paces={
            None: _("no clock"),
            12: _("12 hours for a turn"),
            24: _("a day for a turn"),
            48: _("two days for a turn"),
            72: _("three days for a turn"),
            168: _("a week for a turn"),
        },
        printed=_("as the printed rules have it"),
        with_=_("with {options}"),
        and_=_("and"),
        introductory=_("starting towns given out"),
        expansions={each.option: pgettext("mail", each.called) for each in EXPANSIONS},
        about=_("What this is"),
        what_it_is=_(
            "Franchise is a board game for 2 to 5: you open branches all over the United States. Here it is played over days, some minutes a day: whoever is to move gets a mail, and plays by answering it."
        ),
        look=_(
            "The link shows the invitation. Looking at it does nothing; only the button there takes a seat."
        ),
        see=_("See the invitation"),
        why=_("{who} gave us this address, and this is all that we write to it."),
        stop=_("No more invitations to this address"),
    )


INVITATIONS = ByLanguage()
