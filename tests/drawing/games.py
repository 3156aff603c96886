"""Tables of the golden games, and the parts of a picture."""

import re
from functools import cache
from io import BytesIO
from xml.etree import ElementTree

from PIL import Image

from games.domain import State
from games.domain.evolve import replay
from tests.golden.golden import FOLDER, events_of

NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.json")))
SVG = "{http://www.w3.org/2000/svg}"


@cache
def table(name: str, percent: int) -> State:
    events = events_of(name)
    return replay(events[: max(1, len(events) * percent // 100)])


def parse_svg(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)  # noqa: S314 - our own text


def titles(svg: str) -> dict[str, str]:
    """The titles of elements that have an id, by id."""
    return {
        element.attrib["id"]: title.text or ""
        for element in parse_svg(svg).iter()
        if "id" in element.attrib and (title := element.find(f"{SVG}title")) is not None
    }


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in parse_svg(svg).iter(f"{SVG}text")]


def colours(svg: str) -> set[str]:
    return set(re.findall(r"#[0-9A-Fa-f]{6}", svg))


def pixels(png: bytes) -> list[list[tuple[int, int, int]]]:
    picture = Image.open(BytesIO(png)).convert("RGB")
    flat = list(zip(*(iter(picture.tobytes()),) * 3, strict=True))
    return [flat[at : at + picture.width] for at in range(0, len(flat), picture.width)]
