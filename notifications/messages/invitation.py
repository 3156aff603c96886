"""The invitation, to somebody who may know neither the game nor this site."""

import re

from games.domain import State
from games.domain.expansions import EXPANSIONS
from games.domain.notation import Language, language_of
from games.domain.state import Options
from games.invitations import why_closed
from games.models import Invitation
from games.queries import OVER
from games.rows import snapshot_of
from notifications.invitations.wishes import is_welcome
from notifications.links import invitation_url, no_invitations_url
from notifications.messages.invitation_phrases import INVITATIONS, InvitationPhrases
from notifications.messages.letter import Letter, Lines, Link
from notifications.messages.message import Batch, Message
from notifications.models import Notice

SITE = "Franchise by Mail"
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
    url = invitation_url(row.secret)
    return Message(
        to=row.address,
        number=f"invitation.{row.reference[:32]}",
        content=invitation_letter(snapshot_of(row.game), name, language, url, stop),
        stop=stop,
    )


def invitation_letter(state: State, who: str, language: Language, url: str, stop: str) -> Letter:
    phrases = INVITATIONS[language]
    return Letter(
        subject=phrases.title,
        game=SITE,
        lead=(phrases.title, invitation_line(state, who, phrases), game_summary(state, phrases)),
        parts=(Lines(phrases.about, (phrases.what_it_is, phrases.look)),),
        links=(Link(phrases.see, url),),
        why=phrases.why.format(who=without_links(who)),
        stop=Link(phrases.stop, stop),
        language=language,
    )


def invitation_line(state: State, who: str, phrases: InvitationPhrases) -> str:
    return phrases.invites.format(who=without_links(who), game=without_links(state.terms.name))


def game_summary(state: State, phrases: InvitationPhrases) -> str:
    """The game's size, pace and options."""
    seats = phrases.seats[len(state.setup.seats)]
    return f"{seats}; {phrases.paces[state.terms.pace_hours]}; {_options_text(state.setup.options, phrases)}."


def _options_text(options: Options, phrases: InvitationPhrases) -> str:
    names = [phrases.introductory] if options.introductory else []
    names += [phrases.expansions[each.option] for each in EXPANSIONS if each.is_played(options)]
    if not names:
        return phrases.printed
    text = ", ".join(names[:-1]) + f" {phrases.and_} " + names[-1] if names[1:] else names[0]
    return phrases.with_.format(options=text)


def without_links(name: str) -> str:
    """Mail programs make a link of anything that looks like one; a stranger's name may not."""
    return re.sub(r"(?<=\w)[.:/@](?=[\w/])|/{2,}", " ", name)[:LONGEST_NAME]
