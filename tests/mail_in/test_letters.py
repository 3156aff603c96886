"""Replies as real mail programs write them, and the orders that each must yield."""

from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from games.domain import Refusal
from games.domain.notation import format, parse
from mail_in.cutting import own_lines
from mail_in.orders import Instructions, OneThingOnly, is_order, read_instructions
from mail_in.reading import parse_mail

LETTERS = Path(__file__).parent / "letters"
NAMES = ("Ada", "Lovelace", "Ada Lovelace")
MANY = "Omaha, Denver, Kansas City, Minneapolis"
EXPECTED = {
    "android-gmail-number": "number 2",
    "android-k9-de": "pass",
    "android-samsung-de-html-only": "expand to Denver",
    "apple-mail-en": "expand to Seattle; increase Spokane",
    "apple-mail-html-only-inline": "use route; expand to El Paso",
    "gmail-bold-and-bullets": "bonus share; expand to Phoenix; increase Omaha; double Omaha",
    "gmail-inline": "expand to Phoenix; note sorry for the wait",
    "gmail-web-de-base64": "expand to Little Rock from Memphis; increase Omaha, Denver",
    "gmail-web-en": "expand to Chicago from Detroit; increase Omaha, Denver",
    "gmail-web-fr-qp": "expand to St. Louis from Chicago; increase Omaha",
    "gmail-wrapped-long-line": (
        f"expand to Houston; increase {MANY}, Oklahoma City, Salt Lake City, Dallas"
    ),
    "ios-mail-de": "use route; expand to Boise",
    "ios-mail-en": "bonus expand; expand to Chicago; expand to Omaha",
    "ios-mail-fr-photo": "bonus cash; expand to Portland",
    "mutt-utf7": "expand to Denver",
    "no-headers-to-speak-of": "expand to Reno",
    "outlook-android-en": "expand to Phoenix",
    "outlook-desktop-de-html-only": "bonus share; increase Omaha, Denver; double Omaha",
    "outlook-desktop-en-1252": (
        "expand to Chicago from Detroit; note that\u2019s all I can do \u201ctoday\u201d"
    ),
    "outlook-desktop-fr-latin1": "expand to Detroit",
    "outlook-express-old-divider": "boom Chicago; expand to Omaha",
    "outlook-ios-fr": "pass",
    "outlook-web-en-html-only": "number 3",
    "thunderbird-de-flowed": "take back",
    "thunderbird-flowed-bottom": f"increase {MANY}, Salt Lake City",
    "thunderbird-fr-inline": "stop",
    "two-plain-parts-and-a-footer": "expand to Fargo",
    "unknown-charset": "increase Omaha",
    "web-de-marker-only": "bonus cash; expand to Dallas",
    "yahoo-html-only": "bonus share; increase Omaha; double Omaha",
    "zip-attached": "number 1",
}


def orders_in(text: str, sent: str = "") -> Instructions:
    lines = own_lines(text, partial(is_order, choice="turn"), lambda: sent)
    return read_instructions(lines, "turn", names=NAMES)


def describe(request: Instructions) -> str:
    orders = parse("\n".join(request.orders), "turn", 0) if request.orders else None
    parts = format(orders).splitlines() if orders else []
    parts += [f"number {request.number}"] if request.number else []
    parts += ["take back"] if request.take_back else []
    parts += [f"note {note}" for note in request.notes]
    parts += ["stop"] if request.stop else []
    return "; ".join([*parts, *(f"? {line}" for line in request.unread)])


def test_every_sample_has_its_orders_and_the_other_way_round() -> None:
    assert sorted(EXPECTED) == sorted(path.stem for path in LETTERS.glob("*.eml"))


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_reply_yields_its_orders(name: str) -> None:
    letter = parse_mail((LETTERS / f"{name}.eml").read_bytes())
    assert letter.sender == "ada@example.org"
    assert not letter.automatic
    assert describe(orders_in(letter.text)) == EXPECTED[name]


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_the_lines_of_a_mail_may_end_in_either_way(name: str) -> None:
    raw = (LETTERS / f"{name}.eml").read_bytes().replace(b"\n", b"\r\n")
    assert describe(orders_in(parse_mail(raw).text)) == EXPECTED[name]


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_reply_that_was_cut_off_anywhere_never_yields_a_quoted_order(name: str) -> None:
    """The quoted mail offers Charlotte, which none of the samples asks for."""
    raw = (LETTERS / f"{name}.eml").read_bytes()
    for end in range(0, len(raw), 97):
        with suppress(OneThingOnly):
            orders = "\n".join(orders_in(parse_mail(raw[:end]).text).orders)
            assert "Charlotte" not in orders


@pytest.mark.parametrize(
    "line",
    [
        "Pass my regards on to Bob",
        "expnd to Chicago",
        "Let me take Chicago",
        "Den",
        "use the force",
        "I was busy all week, sorry.",
    ],
)
def test_what_sounds_like_an_order_is_never_taken_for_chatter(line: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse("\n".join(read_instructions([line, "expand to Omaha"], "turn").orders), "turn", 0)
    assert str(refused.value.value) in line


@pytest.mark.parametrize(
    "line",
    ["Hi Bob,", "Guten Morgen!", "Merci d'avance", "Viele liebe Grüße aus Wien", "Cheers,", "🙂"],
)
def test_greetings_and_thanks_are_no_orders_and_nothing_to_tell_of(line: str) -> None:
    assert read_instructions([line, "expand to Omaha"], "turn") == Instructions(
        orders=("expand to Omaha",)
    )


def test_a_greeting_hides_no_order() -> None:
    assert describe(orders_in("hi expand to Omaha")) == "expand to Omaha"
