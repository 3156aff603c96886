from collections.abc import Callable
from math import inf

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.trials.town.register import Operation, Read, Write, find_fault

FEW = settings(max_examples=25)
MOMENTS = st.integers(0, 6)
VERSIONS = st.integers(0, 3)


def can_be_told(left: list[Operation], version: int = 0, moment: float = -inf) -> bool:
    """By trying every order."""
    certain = [each for each in left if each.answered < inf]
    if not certain:
        return True
    latest = min(each.answered for each in left)
    for each in left:
        at = max(moment, each.asked)
        if at > latest:
            continue
        rest = [other for other in left if other is not each]
        if isinstance(each, Read):
            if each.version == version and can_be_told(rest, version, at):
                return True
        elif each.before == version:
            following = range(version + 1, 6) if each.version is None else (each.version,)
            if any(v > version and can_be_told(rest, v, at) for v in following):
                return True
    return False


@st.composite
def any_operation(draw: Callable[..., int]) -> Operation:
    asked = draw(MOMENTS)
    answered = asked + draw(MOMENTS)
    match draw(st.integers(0, 3)):
        case 0:
            return Write(asked, draw(VERSIONS))
        case 1 | 2:
            before = draw(VERSIONS)
            return Write(asked, before, answered, before + draw(st.integers(0, 2)))
        case _:
            return Read(asked, answered, draw(VERSIONS))


class Model:
    """A register that calls reach at one moment of their time."""

    def __init__(self, draw: Callable[..., int]) -> None:
        self.draw, self.version = draw, 0
        self.history: list[Operation] = []

    def call(self, moment: int) -> None:
        asked = moment - self.draw(st.integers(0, 30))
        answered = moment + self.draw(st.integers(0, 30))
        before = self.version - self.draw(st.sampled_from((0, 0, 1)))
        is_answered = self.draw(st.booleans())
        if self.draw(st.booleans()):
            self.history.append(Read(asked, answered, self.version))
        elif before != self.version:
            self.history.append(
                Read(asked, answered, self.version) if is_answered else Write(asked, before)
            )
        else:
            self.version += self.draw(st.integers(1, 5))
            write = Write(asked, before, answered, self.version)
            self.history.append(write if is_answered else Write(asked, before))


@st.composite
def true_histories(draw: Callable[..., int]) -> list[Operation]:
    model = Model(draw)
    for number in range(draw(st.integers(1, 20))):
        model.call(10 * number)
    # What all of it led to is read at the end.
    return [*model.history, Read(1000, 1001, model.version)]


@settings(max_examples=200)
@given(st.lists(any_operation(), max_size=6))
def test_the_checker_says_what_trying_every_order_says(history: list[Operation]) -> None:
    assert (find_fault(history) is None) == can_be_told(history)


@FEW
@given(true_histories())
def test_what_a_register_answered_is_in_order(history: list[Operation]) -> None:
    assert find_fault(history) is None


@FEW
@given(true_histories(), st.data())
def test_a_read_of_what_was_there_before_a_write_was_answered_is_found(
    history: list[Operation], data: st.DataObject
) -> None:
    writes = [each for each in history if isinstance(each, Write) and each.version]
    if writes:
        write = data.draw(st.sampled_from(writes))
        stale = Read(write.answered + 1, write.answered + 2, write.before)

        assert find_fault([*history, stale]) is not None


@FEW
@given(true_histories(), st.data())
def test_a_second_write_at_one_version_is_found(
    history: list[Operation], data: st.DataObject
) -> None:
    writes = [each for each in history if isinstance(each, Write) and each.version]
    if writes:
        write = data.draw(st.sampled_from(writes))

        assert find_fault([*history, write]) is not None


@FEW
@given(true_histories(), st.data())
def test_a_write_that_was_answered_and_is_gone_is_found(
    history: list[Operation], data: st.DataObject
) -> None:
    """As long as no other is unknown, which could have led as far."""
    known = [each for each in history if each.answered < inf]
    writes = [each for each in known if isinstance(each, Write)]
    if writes and known == history:
        write = data.draw(st.sampled_from(writes))

        assert find_fault([each for each in known if each is not write]) is not None
