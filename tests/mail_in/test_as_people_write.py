"""Mails as somebody wrote them who had not read the grammar."""

import pytest

from games.domain.board import PRINTED_BOARD
from games.domain.notation import Language, format, parse
from games.domain.notation.words import RequestKind
from mail_in.orders import Instructions, is_order, read_instructions
from mail_in.requests import read_request


def read(text: str) -> Instructions:
    return read_instructions(text.split("\n"), "turn", names=("Ada",), board=PRINTED_BOARD)


def request_of(text: str) -> RequestKind | None:
    request = read_request(text.split("\n"), lambda line: is_order(line, "turn"))
    return request.kind if request else None


@pytest.mark.parametrize(
    "text",
    [
        "2",
        "#2",
        "2 stp",
        "Number 2 please!",
        "I'll take option 2, thanks.",
        "The second one.\n\nBest\nAda",
        "Let's go with 2 :-)",
        "Option 2 it is!",
        "Ich nehme die 2",
        "Ich nehme Vorschlag 2",
        "Die Zwei.\n\nGruß Ada",
        "die zweite",
        "Je choisis la 2",
        "Je prends le 2",
        "la deuxième",
        "Proposition n° 2",
    ],
)
def test_a_number_is_said_in_many_ways(text: str) -> None:
    assert read(text).number == 2


@pytest.mark.parametrize(
    "text",
    [
        "2 or 3?",
        "Not 2",
        "I don't like 2",
        "Why is 2 so good?",
        "2? Really?",
        "I have 2 questions",
        "2 tickets to Denver please",
        "2 Fragen habe ich",
        "Sounds good, go ahead Bob",
        "OK",
        "De rien",
        "Ça marche",
        "I'm moving to Denver! (in real life, ha)",
        "Hi, I'm on holiday in Chicago until Monday, will move then!",
        "Das passt mir heute nicht, ich ziehe morgen.",
        "Je ne sais pas encore, je passerai plus tard",
    ],
)
def test_what_is_no_order_is_taken_for_none(text: str) -> None:
    assert not read(text).has_order


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Expand to Denver, increase Phoenix. Good luck everyone! Cheers Ada", "en"),
        ("Expand to Denver, increase Phoenix. Cheers, Tom", "en"),
        ("Moin, expandiere nach Denver und vergrößere Phoenix. VG Anna", "de"),
        ("Nach Denver; Phoenix +1.\n\nMit freundlichen Grüßen\nAda Muster\nKöln", "de"),
        ("Je vais à Denver et j'augmente Phoenix. Bonne journée, Léa", "fr"),
    ],
)
def test_courtesies_behind_an_order_are_passed_over(text: str, language: Language) -> None:
    orders = "\n".join(read(text).orders)
    turn = format(parse(orders, "turn", 0, language=language))
    assert turn == "expand to Denver\nincrease Phoenix"


def test_a_note_hides_no_name_that_stands_alone() -> None:
    instructions = read("Denver please.\nNote: I am going to win this")
    assert instructions.orders == ("Denver please.",)
    assert instructions.notes == ("I am going to win this",)


@pytest.mark.parametrize(
    "text",
    [
        "take that back",
        "Please take back my last move",
        "Bitte den letzten Zug zurücknehmen",
        "Nimm meinen Zug zurück",
        "annuler mon coup",
        "Je voudrais reprendre mon coup",
    ],
)
def test_a_turn_is_taken_back_in_many_ways(text: str) -> None:
    assert read(text).take_back


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("help", "Help!!"),
        ("help", "Hilfe, wie geht das?"),
        ("help", "À l'aide !"),
        ("status", "What's the status"),
        ("status", "Wie steht es?"),
        ("status", "Où en est-on ?"),
        ("list", "list my games"),
        ("new-game", "start a new game with bob@example.org"),
        ("yes", "Yes, fine with me"),
        ("yes", "Passt, danke"),
        ("yes", "Ça marche"),
        ("pause", "Can we pause the game please?"),
        ("pause", "Können wir Pause machen?"),
        ("resume", "resume the game"),
        ("resume", "reprendre la partie"),
        ("start", "Bitte starten"),
        ("start", "Partie starten"),
        ("subscribe", "wieder abonnieren"),
        ("unsubscribe", "Please unsubscribe me from all mails"),
        ("unsubscribe", "Remove me from this list"),
        ("unsubscribe", "Bitte keine Mails mehr"),
        ("unsubscribe", "Plus de mails s'il vous plaît"),
    ],
)
def test_requests_are_put_in_many_ways(kind: RequestKind, text: str) -> None:
    assert request_of(text) == kind
