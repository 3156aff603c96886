"""Takes mails over LMTP or SMTP, as the other side greets."""

import asyncio
import logging
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

from aiosmtpd.smtp import SMTP, Envelope, Session, syntax
from django.db import Error as DatabaseError
from django.db import close_old_connections

from games.edge import now
from mail_in.host import is_for_host
from mail_in.reading import LARGEST, MOST_READ
from mail_in.receiving import TooManyToHost, receive
from mail_in.signals import LISTENER, SECONDS_BETWEEN, signal_life
from notifications.reply_addresses import is_bounce_address, is_desk, read_address

log = logging.getLogger(__name__)
MOST_RECIPIENTS = 10
MOST_MAILS_AT_ONCE = 20
SECONDS = 60
LONGEST_LINE = 64 * 1024
PROGRESS = 64 * 1024
"""A connection is closed that brings fewer bytes than this in SECONDS."""

OK = "250 2.1.5 OK"
NO_SUCH_ADDRESS = "550 5.1.1 There is no such address"
TOO_MANY_RECIPIENTS = "452 4.5.3 Too many recipients"
TOO_LARGE = "552 5.3.4 The mail is too large"
TAKEN = "250 2.0.0 Taken"
LATER = "451 4.3.0 Try again later"


class Handler:
    """Answers for each recipient; threads with database connections of their own do the work."""

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        self.threads = threads
        self.mails = 0

    async def handle_RCPT(  # noqa: N802 - named by the library
        self, server: SMTP, session: Session, envelope: Envelope, address: str, _: list[str]
    ) -> str:
        is_ours = (
            read_address(address)
            or is_bounce_address(address)
            or is_desk(address)
            or is_for_host(address)
        )
        if not is_ours:
            return NO_SUCH_ADDRESS
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY_RECIPIENTS
        envelope.rcpt_tos.append(address)
        return OK

    async def take(self, envelope: Envelope, raw: bytes) -> list[str]:
        """One reply for each recipient."""
        loop = asyncio.get_running_loop()
        sender = envelope.mail_from or ""
        return [
            await loop.run_in_executor(self.threads, _take, raw, sender, to)
            for to in envelope.rcpt_tos
        ]

    async def signal_life(self) -> None:
        """By the threads that take the mails, so that no sign comes when all of them hang."""
        loop = asyncio.get_running_loop()
        while True:
            await loop.run_in_executor(self.threads, signal_life, LISTENER)
            await asyncio.sleep(SECONDS_BETWEEN)

    async def handle_exception(self, error: Exception) -> str:
        """The library has logged the error; the sender keeps the mail."""
        return LATER


def _take(raw: bytes, sender: str, to: str) -> str:
    close_old_connections()
    try:
        outcome = receive(raw, sender, (to,), now())
    except (DatabaseError, OSError, TooManyToHost) as error:
        log.warning("a mail could not be taken yet", extra={"error": type(error).__name__})
        return LATER
    except Exception:
        # The other recipients of an LMTP mail still have to get their replies.
        log.exception("a mail could not be handled")
        return LATER
    finally:
        close_old_connections()
    log.info("a mail was taken", extra={"outcome": outcome})
    return TAKEN


class Protocol(SMTP):
    """Keeps no more of a mail than is read, however long the mail or its lines are."""

    line_length_limit = LONGEST_LINE

    def __init__(self, handler: Handler, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(
            handler,
            data_size_limit=LARGEST,
            enable_SMTPUTF8=True,
            timeout=SECONDS,
            ident="Franchise",
            loop=loop,
        )
        self.handler = handler
        self.speaks_lmtp = False

    @syntax("LHLO hostname")
    async def smtp_LHLO(self, arg: str) -> None:  # noqa: N802 - named by the library
        self.speaks_lmtp = True
        await super().smtp_EHLO(arg)

    @syntax("DATA")
    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802 - likewise
        if await self.check_helo_needed() or await self.check_auth_needed("DATA"):
            return
        envelope = self.envelope
        if arg or envelope is None or not envelope.rcpt_tos:
            await self.push("501 Syntax: DATA" if arg else "503 Error: need RCPT command")
            return
        if self.handler.mails >= MOST_MAILS_AT_ONCE:
            await self.push(LATER)
            return
        self.handler.mails += 1
        try:
            await self.push("354 End data with <CR><LF>.<CR><LF>")
            raw, size = await self._read_mail()
            replies = [TOO_LARGE] * len(envelope.rcpt_tos)
            if size <= LARGEST:
                replies = await self.handler.take(envelope, raw)
        finally:
            self.handler.mails -= 1
        self._set_post_data_state()  # type: ignore[no-untyped-call]
        # Over SMTP all recipients share the worst reply, as no mail is handled twice.
        for reply in replies if self.speaks_lmtp else [max(replies)]:
            await self.push(reply)

    async def _read_mail(self) -> tuple[bytes, int]:
        """The part of a mail that is read, and its size. A lone dot ends it."""
        kept, size, begins_line, due = bytearray(), 0, True, PROGRESS
        while True:
            try:
                piece = await self._reader.readuntil(b"\r\n")
            except asyncio.LimitOverrunError as overrun:
                piece = await self._reader.read(overrun.consumed)
            if begins_line and piece == b".\r\n":
                return bytes(kept), size
            if begins_line and piece.startswith(b"."):
                piece = piece[1:]
            begins_line = piece.endswith(b"\r\n")
            size += len(piece)
            if len(kept) < MOST_READ:
                kept += piece
            if size >= due:
                due = size + PROGRESS
                self._reset_timeout()


@asynccontextmanager
async def open_listener(host: str, port: int, *, threads: int) -> AsyncIterator[asyncio.Server]:
    loop = asyncio.get_running_loop()
    with ThreadPoolExecutor(threads) as pool:
        handler = Handler(pool)
        server = await loop.create_server(lambda: Protocol(handler, loop), host, port)
        log.info("listening for mail", extra={"port": server.sockets[0].getsockname()[1]})
        signalling = asyncio.create_task(handler.signal_life())
        try:
            async with server:
                yield server
        finally:
            signalling.cancel()


async def listen(host: str, port: int, *, threads: int) -> None:
    """Until cancelled."""
    async with open_listener(host, port, threads=threads) as server:
        await server.serve_forever()
