"""The thirteen worked examples: a table, the orders of the seat to move, and others to try.

The rulebook's section of examples explains each. One without orders is a table to count.
"""

from collections.abc import Mapping

from msgspec import Struct

from games.domain import Command, Event, State
from games.domain.commands import command
from games.domain.decide import decide
from games.domain.evolve import replay
from games.domain.scoring import final_scores
from games.domain.state import Final
from games.rules.laying import lay

Orders = Mapping[str, object]


class Example(Struct, frozen=True):
    id: str
    shows: tuple[str, ...]
    table: State
    view: tuple[str, ...]
    orders: Orders | None = None
    others: tuple[Orders, ...] = ()

    def order_from(self, orders: Orders) -> Command:
        return command("turn", self.table.mover, orders)

    def events(self) -> tuple[Event, ...]:
        return () if self.orders is None else decide(self.table, self.order_from(self.orders))

    def state_after(self) -> State:
        return replay(self.events(), self.table)

    def finals(self) -> tuple[Final, ...]:
        """The final scores if the game ended at this table."""
        return final_scores(self.table)


def expansions(*places: str) -> list[dict[str, str]]:
    return [{"to": place} for place in places]


DETROIT = lay(5, "detroit: orange blue\nchicago: orange orange black", money={"blue": 2})

EXAMPLES = {
    example.id: example
    for example in (
        Example(
            "P1",
            shows=("T1",),
            view=("st-louis", "kansas-city", "washington"),
            table=lay(
                5,
                """
                st-louis: red
                kansas-city: white red red
                washington: orange red blue
                """,
                to_move="red",
            ),
            orders={},
        ),
        Example(
            "P2",
            shows=("T2", "T4"),
            view=("detroit", "chicago"),
            table=DETROIT,
            orders={"expand": expansions("chicago")},
            others=(
                {"expand": expansions("indianapolis")},
                {"expand": expansions("new-york")},
                {"expand": expansions("minneapolis")},
            ),
        ),
        Example(
            "P3",
            shows=("T5", "T7"),
            view=("los-angeles", "san-francisco", "casper", "portland"),
            table=lay(
                5,
                """
                los-angeles: white black orange
                san-francisco: orange orange
                casper scored: red orange red
                portland scored: orange
                """,
                to_move="orange",
                money={"orange": 0},
            ),
            orders={"increase": ["los-angeles", "san-francisco"]},
            others=({"increase": ["casper"]}, {"increase": ["san-francisco", "san-francisco"]}),
        ),
        Example(
            "P4",
            shows=("T6",),
            view=("detroit", "chicago"),
            table=DETROIT,
            orders={"expand": expansions("chicago")},
        ),
        Example(
            "P5",
            shows=("T6", "T7"),
            view=("omaha",),
            table=lay(5, "omaha: red blue", money={"blue": 1}),
            orders={"increase": ["omaha"]},
            others=({"increase": ["omaha"], "bonus": "share", "double": "omaha"},),
        ),
        Example(
            "P6",
            shows=("T8",),
            view=("washington",),
            table=lay(5, "washington: red blue red red", to_move="red"),
            orders={"increase": ["washington"]},
            others=({"increase": ["washington"], "bonus": "share", "double": "washington"},),
        ),
        Example(
            "P7",
            shows=("T8", "T9", "T10"),
            view=("chicago",),
            table=lay(5, "chicago: red blue white black blue orange", to_move="red"),
            orders={"increase": ["chicago"]},
            others=({"increase": ["chicago"], "bonus": "share", "double": "chicago"},),
        ),
        Example(
            "P8",
            shows=("T13", "T14", "T16"),
            view=("salt-lake-city", "phoenix", "albuquerque", "denver"),
            table=lay(
                5,
                """
                phoenix scored: white black black
                albuquerque scored: white black black
                denver scored: white red blue
                pueblo: white
                flagstaff: orange
                los-angeles: orange
                """,
                to_move="orange",
                markers={"four-corners": "white"},
                money={"orange": 5},
            ),
            orders={"expand": expansions("salt-lake-city")},
            others=({"expand": expansions("las-vegas")}, {"expand": expansions("pueblo")}),
        ),
        Example(
            "P9",
            shows=("T17",),
            view=("new-york", "pittsburgh"),
            table=lay(
                5,
                "new-york scored: red\npittsburgh: red",
                to_move="red",
                track=[
                    "california",
                    "northwest",
                    "northern-plains",
                    "texas",
                    "heartland",
                    "great-lakes",
                ],
                markers={"northeast": "red"},
            ),
            orders={"increase": ["pittsburgh"]},
        ),
        Example(
            "P10",
            shows=("T17", "T19"),
            view=("pittsburgh", "jacksonville", "dallas"),
            table=lay(
                5,
                """
                new-york scored: red
                pittsburgh: red
                jacksonville: red
                atlanta scored: red
                montgomery: blue
                huntsville: blue
                houston scored: blue
                dallas: red blue red
                oklahoma-city scored: blue
                el-paso: blue
                """,
                to_move="red",
                track=[
                    "california",
                    "northwest",
                    "northern-plains",
                    "four-corners",
                    "heartland",
                    "great-lakes",
                ],
                markers={"northeast": "red", "deep-south": "red", "texas": "blue"},
                money={"red": 2},
            ),
            orders={"increase": ["pittsburgh", "jacksonville", "dallas"]},
            others=(
                {"increase": ["dallas"]},
                {
                    "increase": ["pittsburgh", "jacksonville", "dallas"],
                    "regions": ["texas", "northeast"],
                },
            ),
        ),
        Example(
            "P11",
            shows=("B2",),
            view=("pittsburgh", "chicago", "new-york"),
            table=lay(5, "pittsburgh: blue", money={"blue": 7}, bonus={"blue": 1}),
            orders={"bonus": "expand", "expand": expansions("chicago", "new-york")},
            others=(
                {
                    "bonus": "expand",
                    "expand": [{"to": "chicago"}, {"to": "detroit", "from": "chicago"}],
                },
                {"bonus": "expand", "expand": expansions("chicago", "chicago")},
                {"bonus": "cash", "expand": expansions("chicago")},
            ),
        ),
        Example(
            "P12",
            shows=("T5", "B3"),
            view=("new-york",),
            table=lay(5, "new-york: red red blue", bonus={"blue": 1}),
            orders={"bonus": "share", "increase": ["new-york"], "double": "new-york"},
            others=({"bonus": "share", "double": "new-york"}, {"increase": ["new-york"]}),
        ),
        Example(
            "P13",
            shows=("E1",),
            view=("pueblo", "flagstaff", "reno", "boise", "spokane"),
            table=lay(
                5,
                "pueblo: blue\nflagstaff: blue\nreno: blue\nboise: blue\nspokane: blue",
                money={"blue": 11},
                bonus={"blue": 1},
            ),
        ),
    )
}
