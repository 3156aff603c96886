"""What a server's reply speaks of, as servers and providers word them."""

import pytest

from notifications.channels.replies import About, Stage, judge, read_reply


@pytest.mark.parametrize(
    ("stage", "code", "text"),
    [
        ("recipient", 550, "5.1.1 <nobody@example.org>: Recipient address rejected: User unknown"),
        ("recipient", 550, "5.1.1 The email account does not exist.\n5.1.1 Look for typing errors"),
        ("recipient", 553, "5.1.3 not a valid mailbox"),
        ("recipient", 550, "5.2.1 The account is disabled"),
        ("recipient", 550, "nobody here"),
        ("recipient", 550, "No Such User Here"),
        ("recipient", 550, "Requested action not taken: mailbox unavailable"),
        ("recipient", 550, "<ada@example.org>: does not exist"),
        ("recipient", 550, "Account disabled"),
        ("recipient", 550, "<sender.ip@spf.example.org>: user unknown"),
        ("recipient", 550, "Unbekannter Empfänger"),
        ("recipient", 550, "Destinataire inconnu"),
        ("report", 550, "No such user here"),
        ("content", 550, "5.1.1 unknown recipient"),
        ("report", 0, "5.1.2"),
        ("report", 550, "5.1.10 recipient address has null MX"),
    ],
)
def test_only_these_speak_of_the_address(stage: str, code: int, text: str) -> None:
    assert judge(read_reply(Stage(stage), code, text)) is About.ADDRESS


@pytest.mark.parametrize(
    ("stage", "code", "text"),
    [
        ("connection", 0, "Connection refused"),
        ("connection", 554, "5.3.2 no service here"),
        ("certificate", 0, "certificate verify failed"),
        ("sign-in", 535, "5.7.8 Error: authentication failed"),
        ("sign-in", 454, "4.7.0 Temporary authentication failure"),
        ("sender", 553, "5.7.1 Sender address rejected: not owned by user"),
        ("sender", 550, "5.1.8 Sender address rejected: Domain not found"),
        ("sender", 550, "no"),
        ("sender", 530, "5.7.0 Must issue a STARTTLS command first"),
        ("recipient", 554, "5.7.1 <ada@example.org>: Relay access denied"),
        ("recipient", 554, "no thanks"),
        ("recipient", 553, "sorry, that domain isn't in my list of allowed rcpthosts"),
        ("recipient", 550, "relay not permitted"),
        ("recipient", 550, "Authentication required"),
        ("recipient", 550, "Rejected by RBL, see https://rbl.example.org/?ip=192.0.2.1"),
        ("recipient", 550, "listed at a DNSBL"),
        ("recipient", 550, "SPF check failed"),
        ("recipient", 550, "Invalid HELO name"),
        ("recipient", 550, "rate limited"),
        ("recipient", 550, "Account is over its rate limit"),
        ("recipient", 550, "Reverse DNS of your address does not exist"),
        ("recipient", 550, "Your IP address is on a blacklist"),
        ("recipient", 550, "No PTR record, user unknown to us"),
        ("recipient", 550, "unauthenticated user"),
        ("recipient", 550, "go away"),
        ("recipient", 550, ""),
        ("report", 550, "SPF check failed"),
        ("recipient", 550, "5.1.8 <us@example.org>: sender's system"),
        ("recipient", 550, "5.7.25 no PTR"),
        ("recipient", 554, "5.4.6 mail loops back to myself"),
        ("recipient", 501, "5.5.4 Syntax"),
        ("content", 550, "5.7.26 This mail is unauthenticated\n5.7.26 and blocked"),
        ("content", 554, "5.5.1 Error: no valid recipients"),
        ("report", 554, "5.7.1 rejected"),
        ("report", 550, "5.7.26 unauthenticated"),
        ("report", 0, "5.4.4"),
        ("report", 550, "5.0.0"),
    ],
)
def test_these_are_for_the_host_to_mend(stage: str, code: int, text: str) -> None:
    assert judge(read_reply(Stage(stage), code, text)) is About.HOST


@pytest.mark.parametrize(
    ("stage", "code", "text"),
    [
        ("sender", 552, "5.3.4 Message size exceeds fixed limit"),
        ("sender", 552, "message size exceeds fixed maximum"),
        ("content", 552, "5.3.4 Message too big for system"),
        ("content", 554, "5.6.0 bad MIME"),
        ("content", 550, "5.7.1 looks like spam"),
        ("content", 554, "Transaction failed"),
        ("recipient", 550, "5.2.3 longer than this mailbox takes"),
    ],
)
def test_these_end_the_mail_and_nothing_else(stage: str, code: int, text: str) -> None:
    assert judge(read_reply(Stage(stage), code, text)) is About.MAIL


@pytest.mark.parametrize(
    ("stage", "code", "text"),
    [
        ("recipient", 552, "5.2.2 Mailbox full"),
        ("recipient", 552, "over quota"),
        ("content", 552, "5.2.2 Quota exceeded (mailbox for user is full)"),
        ("recipient", 450, "4.2.0 Greylisted"),
        ("recipient", 452, "5.1.1 its class is not its code's"),
        ("sender", 451, "4.7.1 too many mails an hour"),
        ("content", 451, "not now"),
        ("content", 0, "timed out"),
        ("report", 0, "4.4.1"),
    ],
)
def test_these_may_go_well_later(stage: str, code: int, text: str) -> None:
    assert judge(read_reply(Stage(stage), code, text)) is About.MOMENT


def test_a_reply_of_many_lines_is_told_on_one_without_its_numbers_again() -> None:
    reply = read_reply(Stage.CONTENT, 550, b"5.7.26 Not signed,\n5.7.26 so blocked. \xe9")
    assert reply.summary == "550 5.7.26 Not signed, so blocked. �"
