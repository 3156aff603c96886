"""A person before a running server, with a browser and a mailbox."""

import json
import smtplib
import time
from collections.abc import Callable
from email.message import EmailMessage
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPHandler, OpenerDirector, Request

from tests.codes import CODE
from tests.notifications.sink import Mailbox
from tests.waiting import PATIENCE, wait_until


class Visitor:
    """Calls a server as its proxy does, under the site's name."""

    def __init__(self, address: str, mailbox: Mailbox, port: int, site: str) -> None:
        self.address, self.mailbox, self.site = address, mailbox, site
        # The proxy speaks plain HTTP to the server; the browser that it stands for does not.
        self.cookies = CookieJar(DefaultCookiePolicy(secure_protocols=("http", "https")))
        self.server = f"http://127.0.0.1:{port}"
        self.opener = OpenerDirector()
        self.opener.add_handler(HTTPHandler())
        self.opener.add_handler(HTTPCookieProcessor(self.cookies))

    def call(self, path: str, data: bytes | None = None, **headers: str) -> tuple[int, bytes]:
        request = Request(f"{self.server}{path}", data=data)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        through = {
            "Host": self.site,
            "X-Forwarded-Proto": "https",
            "Origin": f"https://{self.site}",
        }
        for name, value in {**through, "X-CSRFToken": self._form_token(), **named}.items():
            request.add_header(name, value)
        answer = self.opener.open(request, timeout=PATIENCE)
        assert answer is not None
        with answer:
            return int(answer.status), answer.read()

    def api(self, path: str, body: object | None = None, **headers: str) -> Any:
        data = None if body is None else json.dumps(body).encode()
        status, text = self.call(f"/api/{path}", data, Content_Type="application/json", **headers)
        assert status < 300, (path, status, text[:500])
        return json.loads(text)

    def sign_in(self) -> None:
        """By the page's two forms, with the code out of the mail."""
        self._send("/accounts/login/", {"email": self.address})
        code = CODE.search(body_of(self.wait_for_mail(CODE.search)))
        assert code is not None
        self._send("/accounts/login/code/", {"code": code[0]})

    def _send(self, path: str, fields: dict[str, str]) -> None:
        assert self.call(path)[0] == 200
        form = urlencode({**fields, "csrfmiddlewaretoken": self._form_token()}).encode()
        status, page = self.call(path, form, Content_Type="application/x-www-form-urlencoded")
        assert status == 302, (path, status, page[:2000])

    def _form_token(self) -> str:
        return next((each.value or "" for each in self.cookies if each.name == "csrftoken"), "")

    def wait_for_mail(self, is_it: Callable[[str], object]) -> EmailMessage:
        """The first mail to this person whose text `is_it` accepts."""

        def find() -> EmailMessage | None:
            mine = (each for each in self.mailbox.mails if self.address in str(each["To"]))
            return next((each for each in mine if is_it(body_of(each))), None)

        def tell() -> str:
            came = [(str(mail["To"]), str(mail["Subject"])) for mail in self.mailbox.mails]
            return f"no such mail for {self.address}; there came {came}"

        return wait_until(find, tell)

    def answer(self, mail: EmailMessage, text: str, port: int) -> None:
        """Sends to the server that takes mail in."""
        message = EmailMessage()
        message["From"], message["To"] = self.address, str(mail["Reply-To"] or mail["From"])
        message["Subject"] = f"Re: {mail['Subject']}"
        message["In-Reply-To"] = str(mail["Message-ID"]).strip()
        message["Message-ID"] = f"<{time.monotonic_ns()}@{self.address.partition('@')[2]}>"
        message.set_content(text)
        with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as client:
            client.send_message(message)


def body_of(mail: EmailMessage) -> str:
    text = mail.get_body(("plain",))
    return "" if text is None else str(text.get_content())
