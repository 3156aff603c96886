"""Two who play with each other: one calls the API, the other does too or answers mails."""

import asyncio
from random import Random

from examples.random_bot import bodies
from franchise_client.client import DOORS, OVER
from tests.trials.town.calls import Person
from tests.trials.town.mails import MailPlayer
from tests.trials.town.town import Town

TWO_DEVICES, DOUBLE_CLICKS = 0.15, 0.05
"""How often somebody sends two turns at once, or one turn twice."""


class Pair:
    """They begin the next game when one is over."""

    def __init__(self, town: Town, number: int, owner: Person, guest: Person) -> None:
        self.town, self.number, self.owner, self.guest = town, number, owner, guest
        self.chance = Random(f"{number} of the town")  # noqa: S311 - to be the same again
        self.game = ""
        self.games = 0

    async def live(self, by_mail: MailPlayer | None) -> None:
        other = self.play(self.guest) if by_mail is None else by_mail.play()
        await asyncio.gather(self.play(self.owner), other)

    async def play(self, person: Person) -> None:
        town = self.town
        while not town.is_over:
            await town.think()
            if town.is_over:
                return
            if not self.game:
                if person is self.owner:
                    await self.open_table()
                continue
            table = await town.read(person, self.game)
            if table is None:
                continue
            if table["status"] in OVER:
                self.game = ""
            elif self._is_to_move(table, person):
                await self.move(person, self.game)

    def _is_to_move(self, table: dict[str, object], person: Person) -> bool:
        seats = table["seats"]
        assert isinstance(seats, list)
        mine = [seat["seat"] for seat in seats if seat["player"] == person.number]
        return table["to_move"] in mine

    async def open_table(self) -> None:
        self.games += 1
        new = {
            "name": f"Street {self.number}, {self.games}",
            "seats": 2,
            "options": {"introductory": self.chance.random() < 0.5},
            "pace_hours": self.chance.choice((None, 24)),
            "watch": "public",
            "start_when_full": True,
        }
        made = await self.town.write(self.owner, "", "", new)
        if made is None:
            return
        game = made.body["game"]["id"]
        for person in (self.owner, self.guest):
            await self.town.write(person, game, f"{game}/join/", {})
        self.game = game

    async def move(self, person: Person, game: str) -> None:
        """Tries one turn after the other until one is allowed; a pass always is."""
        town = self.town
        choices = await town.read(person, game, "options/")
        if choices is None or choices["kind"] is None:
            return
        version, path = choices["version"], f"{game}/{DOORS[choices['kind']]}/"
        for body in bodies(choices["kind"], choices, self.chance):
            answers = await asyncio.gather(*self._send(person, game, path, body, version))
            if any(answer is None or answer.status != 422 for answer in answers):
                return

    def _send(self, person: Person, game: str, path: str, body: object, version: int) -> list:  # type: ignore[type-arg]
        write, chance = self.town.write, self.chance.random()
        if chance < TWO_DEVICES:
            return [
                write(person, game, path, body, version),
                write(person, game, path, {}, version),
                self.town.read(self.owner, game),
            ]
        if chance < TWO_DEVICES + DOUBLE_CLICKS:
            key = f"{game}.{version}.{self.chance.getrandbits(32)}"
            return [write(person, game, path, body, version, key) for _ in range(2)]
        return [write(person, game, path, body, version)]
