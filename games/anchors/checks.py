from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured

from games.anchors.keys import signing_keys

HINT = "Set ANCHOR_KEY to what `manage.py make_anchor_key` prints, or ANCHOR_KEY_FILE to its file"


@register(Tags.security, deploy=True)
def check_anchor_key(app_configs: object, **_: Any) -> list[CheckMessage]:
    try:
        keys = signing_keys()
    except ImproperlyConfigured as error:
        return [Error(f"{error}: no day's root is signed.", hint=HINT, id="anchors.E002")]
    if keys:
        return []
    text = "ANCHOR_KEY is not set: no day's root is signed, and no player can prove a history."
    return [Error(text, hint=HINT, id="anchors.E001")]
