"""Stacks as a picture: a box is as wide as its share of the time, and lies below its caller."""

from collections.abc import Iterable, Iterator
from html import escape

from msgspec import Struct, field

WIDE, HIGH = 1000.0, 17
LEAST = 0.006
"""What takes less of the time is left out."""
ALMOST_ALL = 0.96
LETTER = 5.9
COLOURS = {
    "django": "#D9E2EC", "psycopg": "#9FC5C1", "rest_framework": "#D9E2EC", "smtplib": "#9FC5C1",
    "resvg_py": "#E9A5A0", "PIL": "#E9A5A0",
}  # fmt: skip
OURS, OTHERS = "#F1CE7B", "#E4DCCB"
FONT = "font-family='Verdana, sans-serif' font-size='10'"


class Node(Struct):
    name: str
    count: int = 0
    below: dict[str, "Node"] = field(default_factory=dict)


class Box(Struct, frozen=True):
    name: str
    x: float
    y: float
    width: float
    share: float


def flame(title: str, stacks: Iterable[tuple[list[str], int]]) -> str:
    root = tree(title, stacks)
    root.below = {name: shorten(each) for name, each in root.below.items()}
    boxes = list(place(root, 0, 0, WIDE, root.count))
    high = max(box.y for box in boxes) + HIGH
    drawn = "\n".join(draw(box) for box in boxes)
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDE:g} {high:g}' {FONT}>\n"
        f"<title>{escape(title)}</title>\n"
        f"<rect width='{WIDE:g}' height='{high:g}' fill='#FBF6EA'/>\n{drawn}\n</svg>\n"
    )


def tree(title: str, stacks: Iterable[tuple[list[str], int]]) -> Node:
    root = Node(title)
    for stack, count in stacks:
        node = root
        node.count += count
        for name in stack:
            node = node.below.setdefault(name, Node(name))
            node.count += count
    return root


def shorten(node: Node) -> Node:
    """Without what does nothing but call one other thing, above all the chain of middleware."""
    below = [shorten(each) for each in node.below.values()]
    for each in below:
        is_own = "." in each.name or "." not in node.name
        if is_own and each.count >= ALMOST_ALL * node.count:
            return each
    return Node(node.name, node.count, {each.name: each for each in below})


def place(node: Node, x: float, y: float, width: float, all_of_it: int) -> Iterator[Box]:
    yield Box(node.name, x, y, width, node.count / all_of_it)
    for each in sorted(node.below.values(), key=lambda each: -each.count):
        if each.count / all_of_it >= LEAST:
            share = width * each.count / node.count
            yield from place(each, x, y + HIGH, share, all_of_it)
            x += share


def draw(box: Box) -> str:
    package = box.name.partition(".")[0]
    colour = COLOURS.get(package, OURS if "." in box.name else OTHERS)
    name = f"{box.name} {box.share:.0%}"
    fits = int((box.width - 6) / LETTER)
    shown = name if len(name) <= fits else box.name[: fits - 1] + "…" if fits > 3 else ""
    said = f"<text x='{box.x + 3:.1f}' y='{box.y + 12:g}'>{escape(shown)}</text>" if shown else ""
    return (
        f"<g><title>{escape(name)}</title><rect x='{box.x:.1f}' y='{box.y:g}' "
        f"width='{max(box.width - 0.6, 0.4):.1f}' height='{HIGH - 1}' fill='{colour}'/>{said}</g>"
    )
