"""The few SVG elements of the board, as text, with presentation attributes only."""

from html import escape

from games.drawing.faces import Face

Attribute = str | float | None


def number(value: float) -> str:
    return f"{round(value, 1):g}"


def tag(name: str, content: str = "", /, **attributes: Attribute) -> str:
    """`class_` loses its underscore, others become hyphens; None is left out."""
    pairs = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{pairs}>{content}</{name}>" if content else f"<{name}{pairs}/>"


def group(*parts: str, **attributes: Attribute) -> str:
    return tag("g", "".join(parts), **attributes)


def path(d: str, **attributes: Attribute) -> str:
    return tag("path", d=d, **attributes)


def use(name: str, **attributes: Attribute) -> str:
    return tag("use", href=f"#{name}", **attributes)


def circle(x: float, y: float, r: float, **attributes: Attribute) -> str:
    return tag("circle", cx=x, cy=y, r=r, **attributes)


def rect(
    x: float, y: float, width: float, height: float, *, rx: float | None = None, **more: Attribute
) -> str:
    return tag("rect", x=x, y=y, width=width, height=height, rx=rx, **more)


def title(text: str) -> str:
    return f"<title>{escape(text)}</title>"


def text(
    content: str,
    x: float,
    y: float,
    face: Face,
    size: float,
    fill: str,
    *,
    anchor: str | None = None,
    halo: str | None = None,
    **more: Attribute,
) -> str:
    outline: dict[str, Attribute] = {}
    if halo:
        outline = {
            "stroke": halo,
            "stroke_width": round(size / 4, 1),
            "stroke_linejoin": "round",
            "paint_order": "stroke",
        }
    return tag(
        "text",
        escape(content),
        x=x,
        y=y,
        font_family=f"{face.family}, sans-serif",
        font_weight=str(face.weight),
        font_size=size,
        fill=fill,
        text_anchor=None if anchor == "start" else anchor,
        **outline,
        **more,
    )
