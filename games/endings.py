"""Why a game is over, for mails and pages."""

from django.utils.translation import gettext as _

from games.domain.events import EndReason

RULES: dict[EndReason, str] = {"red-zone": "T19", "no-expansion": "T20"}


def why_over(reason: EndReason) -> str:
    sentences: dict[EndReason, str] = {
        "red-zone": _("It ended because a region came to lie in the red zone of the track"),
        "no-expansion": _("It ended because all players in a row had a turn without expanding"),
    }
    rule = _("rule")
    return f"{sentences[reason]} ({rule} {RULES[reason]})."
