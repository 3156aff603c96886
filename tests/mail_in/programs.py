"""Answers as 25 mail programs write them: what they quote, how, and how it is encoded."""

from collections.abc import Callable
from email.message import EmailMessage
from email.mime.application import MIMEApplication
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.policy import SMTP
from html import escape
from textwrap import indent

from django.core.mail import EmailMultiAlternatives
from msgspec import Struct


class Reply(Struct, frozen=True):
    """An order, in answer to a mail."""

    order: str
    mail: EmailMultiAlternatives
    number: int

    @property
    def sender(self) -> str:
        return str(self.mail.reply_to[0])

    @property
    def body(self) -> str:
        return str(self.mail.body)

    @property
    def quoted(self) -> str:
        return indent(self.body, "> ", lambda _: True)


def above(reply: Reply, attribution: str, *, signature: str = "") -> str:
    return f"{reply.order}\n{signature}\n{attribution}\n{reply.quoted}"


def below(reply: Reply, attribution: str) -> str:
    return f"{attribution}\n{reply.quoted}\n{reply.order}\n"


def unmarked(reply: Reply, head: str) -> str:
    return f"{reply.order}\n\n{head}\n\n{reply.body}"


def plain(text: str, *, charset: str = "utf-8", encoding: str = "quoted-printable") -> EmailMessage:
    message = EmailMessage(policy=SMTP)
    message.set_content(text, charset=charset, cte=encoding)
    return message


def page(own: str, quote: str) -> str:
    return f"<html><body><div>{own}</div>{quote}</body></html>"


def html_lines(text: str) -> str:
    return "".join(f"<div>{escape(line) or '<br>'}</div>" for line in text.splitlines())


def html_only(html: str) -> EmailMessage:
    message = EmailMessage(policy=SMTP)
    message.set_content(html, subtype="html", cte="base64")
    return message


def both(text: str, html: str) -> EmailMessage:
    message = plain(text)
    message.add_alternative(html, subtype="html")
    return message


def gmail(reply: Reply) -> EmailMessage:
    line = f"On Mon, Mar 2, 2026 at 10:00 AM Franchise <{reply.sender}> wrote:"
    quote = f'<div class="gmail_quote">{escape(line)}<blockquote>{html_lines(reply.body)}'
    html = page(html_lines(reply.order), f"{quote}</blockquote></div>")
    return both(above(reply, line), html)


def gmail_es(reply: Reply) -> EmailMessage:
    return plain(
        above(reply, f"El lun, 2 mar 2026 a las 10:00, Franchise (<{reply.sender}>)\nescribió:")
    )


def gmail_pl_below(reply: Reply) -> EmailMessage:
    return plain(below(reply, f"pon., 2 mar 2026 o 10:00 Franchise <{reply.sender}> napisał(a):"))


def gmail_ja(reply: Reply) -> EmailMessage:
    return plain(
        above(reply, f"2026年3月2日(月) 10:00 Franchise <{reply.sender}>:"), encoding="base64"
    )


def apple_mail(reply: Reply) -> EmailMessage:
    return plain(above(reply, f"On 2 Mar 2026, at 10:00, Franchise <{reply.sender}> wrote:\n"))


def ios_de(reply: Reply) -> EmailMessage:
    line = f"Am 02.03.2026 um 10:00 schrieb Franchise <{reply.sender}>:\n"
    return plain(above(reply, line, signature="\nVon meinem iPhone gesendet\n"))


def thunderbird_below(reply: Reply) -> EmailMessage:
    return plain(below(reply, "On 3/2/26 10:00 AM, Franchise wrote:"), encoding="8bit")


def thunderbird_fr(reply: Reply) -> EmailMessage:
    """Latin letters only: what the quoted mail has besides is lost."""
    text = above(reply, "Le 02/03/2026 à 10:00, Franchise a écrit :")
    return plain(text.encode("iso-8859-15", "replace").decode("iso-8859-15"), charset="iso-8859-15")


def outlook(reply: Reply) -> EmailMessage:
    head = (
        f"From: Franchise <{reply.sender}>\nSent: Monday, March 2, 2026 10:00 AM\n"
        f"To: ada@example.org\nSubject: {reply.mail.subject}"
    )
    return plain(unmarked(reply, head))


def outlook_html(reply: Reply) -> EmailMessage:
    head = "<b>Von:</b> Franchise<br><b>Gesendet:</b> Montag, 2. März 2026 10:00<br>"
    border = '<div style="border:none;border-top:solid #E1E1E1 1.0pt">'
    quote = f"{border}{head}</div>{html_lines(reply.body)}"
    return html_only(page(html_lines(reply.order), quote))


def outlook_web(reply: Reply) -> EmailMessage:
    quote = f'<hr><div id="divRplyFwdMsg"><b>From:</b> Franchise</div>{html_lines(reply.body)}'
    return html_only(page(html_lines(reply.order), quote))


def outlook_pl(reply: Reply) -> EmailMessage:
    head = f"Od: Franchise <{reply.sender}>\nWysłano: poniedziałek, 2 marca 2026 10:00\nDo: ada@example.org"
    return plain(unmarked(reply, head))


def yahoo(reply: Reply) -> EmailMessage:
    line = f"On Monday, March 2, 2026 at 10:00:00 AM GMT+1, Franchise <{reply.sender}> wrote:"
    quote = f'<div class="yahoo_quoted">{escape(line)}{html_lines(reply.body)}</div>'
    return html_only(page(html_lines(reply.order), quote))


def gmx(reply: Reply) -> EmailMessage:
    head = (
        "Gesendet: Montag, 02. März 2026 um 10:00 Uhr\n"
        f"Von: Franchise <{reply.sender}>\nAn: ada@example.org\nBetreff: {reply.mail.subject}"
    )
    return plain(unmarked(reply, head))


def samsung(reply: Reply) -> EmailMessage:
    head = (
        f"-------- Original message --------From: Franchise <{reply.sender}> Date: 3/2/26  10:00 "
    )
    return plain(unmarked(reply, head))


def k9(reply: Reply) -> EmailMessage:
    line = f"Am 2. März 2026 10:00:11 MEZ schrieb Franchise <{reply.sender}>:"
    return plain(
        above(
            reply, line, signature="-- \nDiese Nachricht wurde von meinem Android-Gerät gesendet."
        )
    )


def mutt_below(reply: Reply) -> EmailMessage:
    return plain(
        below(reply, "On Mon, Mar 02, 2026 at 10:00:00AM +0000, Franchise wrote:"), encoding="8bit"
    )


def gnus(reply: Reply) -> EmailMessage:
    return plain(below(reply, f"Franchise <{reply.sender}> writes:\n"))


def pine(reply: Reply) -> EmailMessage:
    return plain(above(reply, "On Mon, 2 Mar 2026, Franchise wrote:\n"))


def s_nail(reply: Reply) -> EmailMessage:
    return plain(below(reply, f"Franchise <{reply.sender}> wrote:"))


def zoho(reply: Reply) -> EmailMessage:
    line = f"---- On Mon, 02 Mar 2026 10:00:00 +0100 Franchise <{reply.sender}> wrote ----"
    return plain(above(reply, line))


def proton(reply: Reply) -> EmailMessage:
    line = f"On Monday, March 2nd, 2026 at 10:00 AM, Franchise <{reply.sender}> wrote:\n"
    return plain(above(reply, line, signature="\nSent with Proton Mail secure email.\n"))


def flowed(reply: Reply) -> EmailMessage:
    message = plain(above(reply, "On 02.03.26 10:00, Franchise wrote:"), encoding="8bit")
    message.set_param("format", "flowed")
    return message


def no_quotation(reply: Reply) -> EmailMessage:
    return plain(f"{reply.order}\n", encoding="base64")


def signed(reply: Reply) -> EmailMessage:
    """PGP/MIME."""
    outer = MIMEMultipart("signed", protocol="application/pgp-signature", policy=SMTP)
    outer.attach(
        MIMEText(above(reply, "Op 02-03-2026 om 10:00 schreef Franchise:"), "plain", "utf-8")
    )
    outer.attach(MIMEApplication(b"-----BEGIN PGP SIGNATURE-----", "pgp-signature"))
    return outer  # type: ignore[return-value]  # as much of a message as is needed


def kmail_sv_inside(reply: Reply) -> EmailMessage:
    """The order between the lines that are quoted."""
    lines = reply.quoted.splitlines()
    middle = len(lines) // 2
    text = "\n".join([*lines[:middle], reply.order, *lines[middle:]])
    return plain(f"Den mån 2 mars 2026 kl 10:00 skrev Franchise <{reply.sender}>:\n{text}\n")


PROGRAMS: tuple[Callable[[Reply], EmailMessage], ...] = (
    gmail, gmail_es, gmail_pl_below, gmail_ja, apple_mail, ios_de, thunderbird_below,
    thunderbird_fr, outlook, outlook_html, outlook_web, outlook_pl, yahoo, gmx, samsung, k9,
    mutt_below, gnus, pine, s_nail, zoho, proton, flowed, no_quotation, signed, kmail_sv_inside,
)  # fmt: skip


def answer_in(program: Callable[[Reply], EmailMessage], reply: Reply) -> bytes:
    """The bytes of the mail, with the head that every program writes."""
    message = program(reply)
    message["From"] = f"A player <{reply.mail.to[0]}>"
    message["To"] = f"Franchise <{reply.sender}>"
    message["Subject"] = f"Re: {reply.mail.subject}"
    message["Message-ID"] = f"<{program.__name__}.{reply.number}@example.org>"
    if program not in (no_quotation, s_nail):
        message["In-Reply-To"] = reply.mail.extra_headers["Message-ID"]
    return message.as_bytes()
