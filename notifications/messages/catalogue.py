"""All messages by name: one function each."""

from notifications.messages import answers, calls, clock, daily, game, invitation, news, webhook_off
from notifications.messages.game import about_game
from notifications.messages.message import Compose

MESSAGES: dict[str, Compose] = {
    "turn": about_game(game.turn, asks=True),
    "late": about_game(game.reminder, asks=True),
    "reminder-half": about_game(game.reminder, asks=True),
    "reminder-80": about_game(game.reminder, asks=True),
    "reminder-last": about_game(game.reminder, asks=True),
    "started": about_game(news.start_letter),
    "ended": about_game(game.end),
    "abandoned": about_game(news.abandonment_letter),
    "replaced": about_game(news.replacement_letter),
    "lost": about_game(clock.lost_turn_letter),
    "taken-over": about_game(clock.takeover_letter),
    "back": about_game(clock.return_letter),
    "pause-asked": about_game(clock.pause_request_letter),
    "paused": about_game(clock.pause_letter),
    "resumed": about_game(clock.pause_end_letter),
    "daily": daily.daily_mail,
    "invitation": invitation.invitation,
    "answer": answers.answer,
    "to-host": answers.mail_to_host,
    "webhook-off": webhook_off.webhook_off,
    "events": calls.events,
    "to-move": calls.to_move,
}
