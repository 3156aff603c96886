"""The invitation, to somebody who may know neither the game nor this site."""

import re

from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext

from games.domain import State
from games.domain.expansions import EXPANSIONS
from games.domain.notation import Language, language_of
from games.domain.state import Options
from games.invitations import proof_of_address, why_closed
from games.models import Invitation
from games.queries import OVER
from games.rows import snapshot_of
from notifications.invitation_wishes import is_welcome
from notifications.links import no_invitations_url, page_url
from notifications.messages.batch import Batch
from notifications.messages.letter import SITE, Letter, Lines, Link
from notifications.messages.message import Message
from notifications.models import Notice
from notifications.reply_addresses import desk_address

LONGEST_NAME = 60


def invitation(notice: Notice, batch: Batch) -> Message | None:
    """None where nobody wants it any more. A person's name is not kept once the person went."""
    rows = Invitation.objects.filter(game_id=notice.game_id, reference=notice.occasion)
    row = rows.select_related("game", "by").first()
    if row is None or row.by is None or row.by.left or row.game.status in OVER:
        return None
    if why_closed(row, batch.at) or not is_welcome(row.address, batch.at):
        return None
    stop = no_invitations_url(row.address)
    name, language = row.by.display_name, language_of(row.by.language)
    url = page_url("join-by-mail", row.secret, proof_of_address(row))
    with override(language):
        letter = invitation_letter(snapshot_of(row.game), name, language, url, stop)
    return Message(
        to=row.address,
        number=f"invitation.{row.reference[:32]}",
        content=letter,
        series=str(notice.game_id),
        stop=stop,
        reply_to=desk_address(row.address),
    )


def invitation_letter(state: State, who: str, language: Language, url: str, stop: str) -> Letter:
    title = _("You are invited to a game of Franchise")
    about = (
        _(
            "Franchise is a board game for 2 to 5: you open branches all over the United States. "
            "Here it is played over days, a few minutes a day: whoever is to move gets a mail, and "
            "plays by answering it."
        ),
        _(
            "Answer “yes”, and you have a seat. Or follow the link: looking at the invitation does "
            "nothing, only the button there takes a seat."
        ),
    )
    return Letter(
        subject=title,
        game=SITE,
        lead=(title, invitation_line(state, who), game_summary(state)),
        parts=(Lines(_("What this is"), about),),
        links=(Link(_("See the invitation"), url),),
        why=_("{who} gave us this address, and this is all that we write to it.").format(
            who=without_links(who)
        ),
        stop=Link(_("No more invitations to this address"), stop),
        language=language,
    )


def invitation_line(state: State, who: str) -> str:
    return _("{who} invites you to “{game}”.").format(
        who=without_links(who), game=without_links(state.terms.name)
    )


def game_summary(state: State) -> str:
    """The game's size, pace and options."""
    seats = {
        2: _("A game for two"),
        3: _("A game for three"),
        4: _("A game for four"),
        5: _("A game for five"),
    }
    paces = {
        None: _("no clock"),
        12: _("12 hours for a turn"),
        24: _("a day for a turn"),
        48: _("two days for a turn"),
        72: _("three days for a turn"),
        168: _("a week for a turn"),
    }
    size, pace = seats[len(state.setup.seats)], paces[state.terms.pace_hours]
    options = _options_text(state.setup.options)
    return _("{size}; {pace}; {options}.").format(size=size, pace=pace, options=options)


def _options_text(options: Options) -> str:
    names = [_("starting towns given out")] if options.introductory else []
    names += [pgettext("mail", each.called) for each in EXPANSIONS if each.is_played(options)]
    if not names:
        return _("as the printed rules have it")
    text = ", ".join(names[:-1]) + f" {_('and')} " + names[-1] if names[1:] else names[0]
    return _("with {options}").format(options=text)


def without_links(name: str) -> str:
    """Mail programs make a link of anything that looks like one; a stranger's name may not."""
    return re.sub(r"(?<=\w)[.:/@](?=[\w/])|/{2,}", " ", name)[:LONGEST_NAME]
