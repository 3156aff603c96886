"""Why an order was not read: each refusal quotes the words at fault and says where they stand."""

from collections.abc import Iterable

from games.domain.errors import Refusal, Value


class Misread(Refusal):
    """`span` is where in the text the words at fault stand, `line` the whole line of them."""

    def __init__(
        self,
        value: str,
        possible: Iterable[Value],
        text: str,
        span: tuple[int, int],
        what: str = "",
    ) -> None:
        start = text.rfind("\n", 0, span[0]) + 1
        end = text.find("\n", span[1])
        self.span = span
        self.text = text
        self.line = text[start : None if end < 0 else end]
        self.column = span[0] - start
        super().__init__(value, possible, **({"what": what} if what else {}))

    @property
    def parts(self) -> tuple[str, str, str]:
        """The line: what stands before the words at fault, they themselves, what stands behind."""
        end = self.column + self.span[1] - self.span[0]
        return self.line[: self.column], self.line[self.column : end], self.line[end:]

    @property
    def marked_line(self) -> str:
        """The line, with the words at fault in brackets."""
        before, fault, after = self.parts
        return f"{before}[{fault}]{after}".strip()


class UnreadableOrder(Misread):
    """Words that are not understood; `possible` are such as would be."""

    says = "“{value}” is not understood."


class NegatedOrder(Misread):
    says = "“{value}” says what not to do. Write what to do instead."


class AskedOrder(Misread):
    says = "“{value}” is a question. Write it without the question mark to have it played."


class UnknownName(Misread):
    """A name that nothing has; `possible` are the nearest ones."""

    says = "There is no {what} “{value}”."


class AmbiguousName(Misread):
    """A beginning that fits several names; `possible` are these."""

    says = "“{value}” fits more than one {what}."


class AmbiguousPrice(AmbiguousName):
    """A price for which several links lead to a place; `possible` is where they come from."""

    says = "“{value}” is the price of more than one link there."


class MissingName(Misread):
    says = "After “{value}” there should be a {what}."


class TwoMeanings(Misread):
    says = "“{value}” can be meant in two ways."


class ContradictoryOrders(Misread):
    """An order that contradicts another one."""

    says = "“{value}” contradicts another order."
