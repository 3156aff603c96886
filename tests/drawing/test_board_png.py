from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from games.domain.record import to_json
from games.drawing import board_png, png
from games.drawing.__main__ import main
from games.drawing.board import board_svg
from games.drawing.faces import FACES, width
from games.drawing.plan import WIDTH, name_box, plan
from games.drawing.theme import DAY
from tests.drawing.games import pixels, table
from tests.golden.golden import FOLDER, read

SMALL = 800
DARK = 270


@pytest.fixture(autouse=True, scope="module")
def _nothing_kept() -> Iterator[None]:
    yield
    png._ground.cache_clear()  # noqa: SLF001 - pictures are large
    png._part.cache_clear()  # noqa: SLF001


def ink_at(picture: bytes, place: str) -> int:
    """How many pixels of a place's name are dark."""
    state = table("five-players", 50)
    here, spot = state.board.places[state.board.index[place]], plan().places[place]
    scale = SMALL / WIDTH
    left, top, right, bottom = (
        round(edge * scale) for edge in name_box(here.name, here.spaces, spot.name_at, spot.anchor)
    )
    rows = pixels(picture)[top:bottom]
    return sum(sum(pixel) < DARK for row in rows for pixel in row[left:right])


@pytest.mark.parametrize("place", ["chicago", "new-york", "houston", "detroit"])
def test_names_are_really_drawn(place: str) -> None:
    assert ink_at(board_png(table("five-players", 50), width=SMALL), place) > 20


def test_without_its_fonts_there_would_be_no_names(monkeypatch: pytest.MonkeyPatch) -> None:
    png._ground.cache_clear()  # noqa: SLF001 - to draw it anew, without fonts
    monkeypatch.setattr(png, "FONT_FILES", [])
    assert ink_at(board_png(table("five-players", 50), width=SMALL), "houston") == 0
    png._ground.cache_clear()  # noqa: SLF001
    png._part.cache_clear()  # noqa: SLF001


@pytest.mark.parametrize("wide", [390, 640, 1000])
def test_a_picture_is_as_wide_as_asked_for(wide: int) -> None:
    drawn = board_png(table("five-players", 50), width=wide)
    assert Image.open(BytesIO(drawn)).size == (wide, round(wide / 1.6))


def test_what_was_drawn_before_does_not_show_in_a_later_picture() -> None:
    state = table("five-players", 50)
    first = board_png(state, width=SMALL)
    board_png(table("five-players", 90), width=SMALL, changed=["omaha", "denver", "texas"])
    assert board_png(state, width=SMALL) == first
    png._ground.cache_clear()  # noqa: SLF001 - as in another process
    png._part.cache_clear()  # noqa: SLF001
    assert board_png(state, width=SMALL) == first


@pytest.mark.parametrize("night", [False, True])
def test_put_together_it_is_the_picture_drawn_at_once(*, night: bool) -> None:
    state = table("four-players-boom", 60)
    changed = ["denver", "pueblo", "heartland", "chicago"]
    together = pixels(board_png(state, width=SMALL, night=night, changed=changed))
    whole = board_svg(state, night=night, changed=changed).replace(
        "<svg ", f'<svg width="{SMALL}" height="{SMALL * 5 // 8}" ', 1
    )
    at_once = pixels(png.to_png(png.draw(whole)))
    far = sum(
        sum(abs(a - b) for a, b in zip(pixel, true, strict=True)) > 90
        for row, true_row in zip(together, at_once, strict=True)
        for pixel, true in zip(row, true_row, strict=True)
    )
    assert far < len(together) * SMALL * 0.001


def test_every_colour_of_a_palette_is_exact_and_others_go_to_the_nearest() -> None:
    like = Image.new("P", (1, 1))
    colours = [(0, 0, 0), (255, 255, 255), (200, 0, 0), (239, 228, 204), (243, 231, 207)]
    like.putpalette(bytes(part for colour in colours for part in colour))
    picture = Image.new("RGB", (8, 1))
    others = [(250, 250, 240), (180, 9, 9), (1, 2, 3)]
    picture.putdata(colours + others)
    reduced = png.reduce_colours(picture, like)
    assert list(reduced.tobytes()) == [0, 1, 2, 3, 4, 1, 2, 0]


def test_one_number_of_the_palette_stays_free() -> None:
    drawn = png.board_picture(table("five-players", 50), width=SMALL)
    assert len(png.palette_of(drawn)) == 3 * png.COLOURS
    assert max(drawn.tobytes()) < png.COLOURS


def test_colours_of_the_print_are_exact() -> None:
    drawn = pixels(board_png(table("five-players", 50), width=SMALL))
    assert drawn[2][2] == tuple(bytes.fromhex(DAY.paper[1:]))


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.file)
def test_a_face_knows_the_letters_of_three_languages(face: object) -> None:
    letters = "Größe Évaluée où ça Œuvre ABCXYZ abcxyz 0123456789 $+-:.,"
    known = next(each for each in FACES if each is face)
    assert 15 < width(letters, known, 1) < 60


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_the_command_writes_a_picture_of_a_recorded_game(tmp_path: Path, ending: str) -> None:
    game, out = tmp_path / "game.json", tmp_path / f"board.{ending}"
    game.write_bytes(to_json(read(FOLDER / "two-players.json").record))
    options = ["--version", "120", "--since", "90", "--language", "de", "--width", "400"]
    assert main([str(game), *options, "--out", str(out)]) == 0
    assert out.read_bytes().startswith(b"<svg" if ending == "svg" else b"\x89PNG")
    main([str(game), "--since", "0", "--night", "--width", "400", "--out", str(out)])
    assert out.stat().st_size > 10_000
