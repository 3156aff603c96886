"""JSON merge patches (RFC 7396)."""

Plain = dict[str, object]


def difference(before: Plain, after: Plain) -> Plain:
    """The patch that turns `before` into `after`, neither of which has a null outside lists."""
    patch: Plain = {key: None for key in before if key not in after}
    for key, value in after.items():
        old = before.get(key)
        if old == value and key in before:
            continue
        if isinstance(old, dict) and isinstance(value, dict):
            patch[key] = difference(old, value)
        else:
            patch[key] = value
    return patch


def apply_patch(before: Plain, patch: Plain) -> Plain:
    after = dict(before)
    for key, value in patch.items():
        if value is None:
            after.pop(key, None)
        elif isinstance(value, dict):
            old = after.get(key)
            after[key] = apply_patch(old if isinstance(old, dict) else {}, value)
        else:
            after[key] = value
    return after
