"""What mails are as text, for whoever reads no HTML."""

import re

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.utils.translation import override

from games.domain.commands import command
from games.domain.notation import Language
from games.services import act
from notifications.messages.content import Reader
from notifications.messages.letter import WIDTH, Letter, Lines, Link, Table, as_html, as_text
from notifications.reply_addresses import is_desk, is_desk_of, read_address
from tests.doing import html_of, pass_turn, read_mails
from tests.mail_in.mails import answer_turn_mail, start_mailed_game
from tests.notifications.pictures.scenes import scenes
from tests.pages import page_of_mail

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]
PNG = "image/png"


def test_no_line_of_any_mail_is_too_wide_or_looks_like_a_quotation() -> None:
    for scene in scenes():
        body = str(scene.mail.body)
        for line in body.splitlines():
            assert len(line) <= WIDTH or line.lstrip().startswith(("http", "mailto:")), scene.name
            assert not line.lstrip().startswith((">", "|", ":")), scene.name


def test_where_a_line_is_folded_no_sign_stands_first() -> None:
    ways = " > ".join(["Kansas City"] * 9)
    text = as_text(Letter("s", "g", ("l",), (Lines("t", (ways,)),), (), "w", None, "en"))
    assert "Kansas City >\n" in text
    assert " ".join(text.split()).count(ways) == 1


@pytest.mark.parametrize(
    ("line", "held"),
    [
        ("Chicago scored: Red 2", "Chicago scored: Red~2"),
        ("Denver évaluée : Rouge 3 ; + Omaha", "Denver évaluée : Rouge~3 ; +~Omaha"),
        ("nächstes Einkommen 2~$.", "nächstes Einkommen~2~$."),
        ("bis Mi, 4. März, 22:00 MEZ.", "bis Mi, 4.~März, 22:00~MEZ."),
        ("by Tue 3 March, 02:00 CST.", "by Tue 3~March, 02:00~CST."),
        ("Reno > El Paso $0 (rule T19).", "Reno~> El Paso $0 (rule~T19)."),
    ],
)
def test_no_line_ends_within_what_belongs_together(line: str, held: str) -> None:
    line, held = line.replace("~", "\xa0"), held.replace("~", "\xa0")
    for length in range(1, WIDTH):
        lines = Lines("", (f"{'x' * length} {line}",))
        text = as_text(Letter("s", "g", ("l",), (lines,), (), "w", None, "en"))
        for piece in held.split(" "):
            assert piece.replace("\xa0", " ") in text.replace("\xa0", " "), text
    html = as_html(Letter("s", "g", ("l",), (Lines("t", (line,)),), (), "w", None, "en"))
    assert f">{held.replace('>', '&gt;')}</p>" in html


def test_a_french_subject_has_a_space_before_its_colon() -> None:
    subjects = [each.mail.subject for each in scenes() if each.name in ("turn-fr", "turn-en")]
    assert subjects == [
        "Coast to Coast II: Your turn 25",
        "Coast to Coast II\u202f: À vous de jouer, tour 26",
    ]


def test_an_address_too_long_for_its_line_has_one_for_itself() -> None:
    link = Link("See the table", f"https://example.org/{'x' * 60}/")
    text = as_text(Letter("s", "g", ("l",), (), (link,), "w", None, "en"))
    assert f"See the table:\n  {link.url}\n" in text


def test_columns_of_text_begin_where_columns_of_numbers_end() -> None:
    table = Table("t", ("", "a", "b"), (("one", "2", "3"), ("three", "44", "5")), texts=2)
    text = as_text(Letter("s", "g", ("l",), (table,), (), "w", None, "en"))
    assert "  one    2   3\n  three  44  5\n" in text


def test_a_turn_mail_draws_the_board_and_says_who_leads_in_each_region() -> None:
    game, _ = start_mailed_game()
    act(game, command("turn", 0, {"expand": [{"to": "phoenix"}]}), actor="user:1")
    pass_turn(game)
    letter = read_mails()["ada", "turn"]
    assert "→ ● Blue" in letter.body
    assert "  Phoenix        5:  ●" in letter.body
    rows = [line.split() for line in letter.body.splitlines()]
    assert ["Four", "Corners", "10/5", "IP", "●", "2"] in rows
    assert "Four Corners 10/5 IP ● 2 " in " ".join(page_of_mail(letter).text.split())


def test_every_time_in_a_mail_names_its_zone() -> None:
    times = [
        each
        for scene in scenes()
        for each in re.findall(r"\b\d{1,2}(?::|\s*h\s*)\d\d\b.{5}", str(scene.mail.body))
    ]
    assert len(times) > 5
    assert all(re.search(r"C[SE]T|MEZ", each) for each in times), times


@pytest.mark.parametrize(
    ("zone", "language", "name"),
    [
        ("Europe/Berlin", "en", "CET"),
        ("Europe/Berlin", "de", "MEZ"),
        ("America/New_York", "fr", "EST"),
        ("Asia/Kathmandu", "en", "UTC+5:45"),
        ("America/Sao_Paulo", "en", "UTC−3"),
    ],
)
def test_a_zone_is_named_by_its_letters_or_by_its_distance(
    zone: str, language: Language, name: str
) -> None:
    with override(language):
        assert Reader(1, language, zone, {}).moment(1_772_443_500).endswith(f" {name}")


def test_the_last_mail_says_why_the_game_ended() -> None:
    game, _ = start_mailed_game()
    pass_turn(game)
    warned = read_mails()["bob", "turn"]
    assert warned.body.splitlines()[3:5] == [
        "None of the others has expanded in the last turn: if you do not expand",
        "either, the game ends (rule T20).",
    ]
    pass_turn(game)
    ended = " ".join(str(read_mails()["bob", "ended"].body).split())
    assert "all players in a row had a turn without expanding (rule T20)." in ended


def test_who_is_not_the_last_without_an_expansion_is_not_warned() -> None:
    start_mailed_game()
    assert "T20" not in read_mails()["ada", "turn"].body


@pytest.mark.parametrize(
    ("orders", "label"), [("expand to Phoenix", "Played"), ("expand to Atlantis", "Not played")]
)
def test_an_answer_begins_with_what_came_of_the_orders(orders: str, label: str) -> None:
    game, people = start_mailed_game()
    answer_turn_mail(game, people.ada, orders, Subject="AW: [Gespielt] Re: Route 66: Your turn 1")
    answer = mail.outbox[-1]
    assert isinstance(answer, EmailMultiAlternatives)
    assert answer.subject == f"[{label}] Re: Route 66: Your turn 1"
    assert f'overflow:hidden">{label} Route 66: ' in html_of(answer)
    assert answer.extra_headers["References"]


def test_what_is_white_stands_on_a_colour_and_nothing_is_hidden_as_spam_hides_it() -> None:
    """Spam filters look at styles: not every one reads `bgcolor`."""
    for scene in scenes():
        assert isinstance(scene.mail, EmailMultiAlternatives)
        html = html_of(scene.mail)
        assert not re.search(r"display:\s*none|visibility:\s*hidden|font-size:\s*0", html)
        for cell in re.findall(r"<td[^>]*bgcolor[^>]*>", html):
            colour = re.search(r'bgcolor="(#\w+)"', cell)
            assert colour, cell
            assert f"background:{colour[1]}" in cell, scene.name


def test_every_mail_can_be_answered() -> None:
    for scene in scenes():
        (to,) = scene.mail.to
        address = scene.mail.reply_to[0] if scene.mail.reply_to else "play@franchise.example"
        assert read_address(address) or is_desk_of(address, to) or scene.name == "code-en"
        assert is_desk(address) or read_address(address), scene.name


def test_no_link_looks_like_a_hidden_path_or_the_address_of_a_coin() -> None:
    for scene in scenes():
        for path in re.findall(r"https://[^/\s]+(\S*)", str(scene.mail.body)):
            assert "/." not in path, scene.name
            assert not re.search(r"\b[13][a-km-zA-HJ-NP-Z1-9]{25,34}\b", path), scene.name


def test_outlook_can_draw_every_mail() -> None:
    """Word, which it draws with, knows paddings of cells alone, and no largest width."""
    for scene in scenes():
        assert isinstance(scene.mail, EmailMultiAlternatives)
        html = html_of(scene.mail)
        padded = re.findall(r"<(\w+)[^>]*[\s;\"]padding:[^0][^>]*>", html)
        assert set(padded) == {"td"}, scene.name
        assert '<!--[if mso]><table role="presentation" width="640"' in html
        assert all(' width="' in image for image in re.findall(r"<img[^>]*>", html))


def test_a_turn_mail_is_light() -> None:
    for scene in scenes():
        pictures = 0
        for part in scene.mail.message().walk():
            size = len(part.get_payload(decode=True) or b"")
            if part.get_content_type() == PNG:
                pictures += size
            else:
                assert size < 30_000, scene.name
        assert pictures < 70_000, scene.name


def test_a_turn_mail_shows_the_part_that_matters_above_the_whole_board() -> None:
    game, _ = start_mailed_game()
    act(game, command("turn", 0, {"expand": [{"to": "phoenix"}]}), actor="user:1")
    letter = read_mails()["bob", "turn"]
    names = [
        part.get_filename() for part in letter.message().walk() if part.get_content_type() == PNG
    ]
    assert names == ["near.png", "board.png"]
    page = page_of_mail(letter).text
    assert "Ringed: what has changed. With a price: where you can expand to." in page
