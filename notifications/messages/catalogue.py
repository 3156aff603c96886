"""All messages by name: one function each."""

from notifications.messages import (
    answers,
    calls,
    clock,
    computers,
    daily,
    invitation,
    news,
    ruleset,
    turn,
)
from notifications.messages.game import Write, about_game
from notifications.messages.message import Compose

REMINDER, LAST_CALL = "reminder-half", "reminder-last"
REMINDERS = (REMINDER, "reminder-80", LAST_CALL)
"""That at four fifths of the time is planned no more; it may wait from before."""

ASKING = ("turn", "late", *REMINDERS)
"""They ask for a turn, so the event that ends it cancels them."""

ABOUT_GAMES: dict[str, Write] = {
    "turn": turn.turn_letter,
    "late": turn.reminder_letter,
    "reminder-half": turn.reminder_letter,
    "reminder-80": turn.reminder_letter,
    "reminder-last": turn.last_call_letter,
    "full": news.full_letter,
    "started": news.start_letter,
    "ended": news.end_letter,
    "abandoned": news.abandonment_letter,
    "replaced": news.replacement_letter,
    "lost": clock.lost_turn_letter,
    "taken-over": clock.takeover_letter,
    "back": clock.return_letter,
    "taken-back": turn.take_back_letter,
    "pause-asked": clock.pause_request_letter,
    "paused": clock.pause_letter,
    "resumed": clock.pause_end_letter,
    "ruleset-asked": ruleset.ruleset_request_letter,
    "ruleset-changed": ruleset.ruleset_letter,
    "computer-asked": computers.computer_request_letter,
}
CALLS: dict[str, Compose] = {
    "events": calls.events,
    "to-move": calls.to_move,
    "ping": calls.ping,
}
"""To programs."""

MESSAGES: dict[str, Compose] = {
    **{name: about_game(write) for name, write in ABOUT_GAMES.items()},
    "daily": daily.daily_mail,
    "invitation": invitation.invitation,
    "answer": answers.answer,
    "to-host": answers.mail_to_host,
    "webhook-off": calls.webhook_off,
    **CALLS,
}
