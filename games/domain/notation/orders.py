"""What the orders of a turn add up to: the body of its command, or a contradiction."""

from games.domain.commands import Expansion
from games.domain.notation import misreadings
from games.domain.notation.cursor import Cursor
from games.domain.notation.words import Verb
from games.domain.state import Tool


class Orders:
    """`latest` is the last order's verb and how many places it named.

    What is said not to be done is `without`, `others` are places that are not meant; an
    `open_bonus` says not what for. A double belongs to the increase at `doubles_at`, be it said
    or not.
    """

    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor
        self.expand: list[Expansion] = []
        self.once: dict[str, str] = {}
        self.lists: dict[str, list[str]] = {"increase": [], "order": [], "regions": []}
        self.use: list[Tool] = []
        self.latest: tuple[Verb | None, int] = (None, 0)
        self.passed: tuple[int, int] | None = None
        self.without: dict[Verb, tuple[int, int]] = {}
        self.others: dict[str, tuple[int, int]] = {}
        self.open_bonus: tuple[int, int] | None = None
        self.doubles_at = 0

    def set_once(self, field: str, value: str, start: int) -> None:
        if field == "double":
            self.doubles_at = len(self.lists["increase"])
        if self.once.setdefault(field, value) != value:
            raise self.cursor.refusal(misreadings.ContradictoryOrders, start)

    def double_latest(self, start: int) -> None:
        if self.latest != ("increase", 1):
            raise self.cursor.missing("place")
        self.set_once("double", self.lists["increase"][-1], start)

    def body(self) -> dict[str, object]:
        """The body of the command."""
        refuse = self.cursor.refusal_between
        self._double_increase()
        body: dict[str, object] = dict(self.once)
        if self.expand:
            body["expand"] = self.expand
        if self.use:
            body["use"] = self.use
        body |= {verb: names for verb, names in self.lists.items() if names}
        # A double, and a second expansion, imply their bonus tile.
        if "double" in body:
            body.setdefault("bonus", "share")
        elif len(self.expand) > 1:
            body.setdefault("bonus", "expand")
        if self.open_bonus is not None and "bonus" not in body:
            raise refuse(misreadings.MissingName, *self.open_bonus, "use of a bonus tile")
        places = {*self.lists["increase"], *(way.to for way in self.expand)}
        for unwanted, there in ((self.without, body), (self.others, places)):
            for each, span in unwanted.items():
                if each in there:
                    raise refuse(misreadings.ContradictoryOrders, *span)
        if self.passed is not None and body:
            raise refuse(misreadings.ContradictoryOrders, *self.passed)
        if self.passed is None and not body:
            raise refuse(misreadings.UnreadableOrder, 0, len(self.cursor.tokens))
        return body

    def _double_increase(self) -> None:
        """B3: a double market share is one more where the turn increases."""
        increase = self.lists["increase"]
        if self.once.get("bonus") == "share" and len(increase) == 1:
            self.once.setdefault("double", increase[0])
        double = self.once.get("double")
        if double is not None and double not in increase:
            increase.insert(self.doubles_at, double)
