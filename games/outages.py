"""Services that the program can do without for a while, and tries again now and then."""

import logging
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import TypeVar

log = logging.getLogger(__name__)
T = TypeVar("T")
SECONDS_BETWEEN_TRIES = 5.0


class Dispensable:
    """The log says once that the service is gone and once that it is back.

    While it is gone, one caller in five seconds tries it, because a try in vain takes time.
    """

    def __init__(
        self,
        name: str,
        meanwhile: str,
        errors: tuple[type[Exception], ...],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.name, self.meanwhile, self.errors, self.clock = name, meanwhile, errors, clock
        self.lock = Lock()
        self.next_try: float | None = None

    def ask(self, do: Callable[[], T], otherwise: Callable[[], T]) -> T:
        was_gone = self.next_try is not None
        if was_gone and not self._claim_try():
            return otherwise()
        try:
            answer = do()
        except self.errors as error:
            self._note_loss(error)
            return otherwise()
        if was_gone:
            self._note_return()
        return answer

    def _claim_try(self) -> bool:
        with self.lock:
            if self.next_try is not None and self.clock() < self.next_try:
                return False
            self.next_try = self.clock() + SECONDS_BETWEEN_TRIES
            return True

    def _note_loss(self, error: Exception) -> None:
        with self.lock:
            is_news = self.next_try is None
            self.next_try = self.clock() + SECONDS_BETWEEN_TRIES
        if is_news:
            log.warning("%s is gone; %s", self.name, self.meanwhile, extra={"error": str(error)})

    def _note_return(self) -> None:
        with self.lock:
            is_news, self.next_try = self.next_try is not None, None
        if is_news:
            log.warning("%s is back", self.name)
