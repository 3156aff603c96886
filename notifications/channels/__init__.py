"""How notices go. A channel is a module that delivers any message, and a line here."""

from notifications.channels.channel import Channel
from notifications.channels.mail import MAIL
from notifications.channels.webhook import WEBHOOK

CHANNELS: dict[str, Channel] = {"mail": MAIL, "webhook": WEBHOOK}
