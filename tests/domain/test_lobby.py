"""The life of a game around its rules, and its deadlines."""

import msgspec
import pytest
from msgspec.structs import replace

from games.domain import NEW_GAME, Event, Options, State, Unplayable, lobby
from games.domain.clock import EVERY_HOUR, clock_events
from games.domain.commands import command
from games.domain.decide import decide
from games.domain.events import DeadlineSet, GameStarted, PlayerInvited, SeatTaken, TurnTakenBack
from games.domain.evolve import replay
from games.domain.state import Seat, TakeBacks, Terms
from games.domain.table import table
from games.domain.take_backs import NoTakeBack, TakeBack
from tests.domain.tables import only

INTRODUCTORY = Options(introductory=True)
TERMS = Terms("Route 66", owner=7, pace_hours=24)


def play_orders(state: State, *orders: lobby.LobbyCommand) -> State:
    for order in orders:
        state = replay(decide(state, order), state)
    return state


def open_table(take_backs: TakeBacks = "last-turn") -> State:
    return play_orders(
        NEW_GAME, lobby.CreateGame(replace(TERMS, take_backs=take_backs), 2, INTRODUCTORY)
    )


def start_table(
    take_backs: TakeBacks = "last-turn", *, other: lobby.TakeSeat | None = None
) -> State:
    seats = (lobby.TakeSeat(player=7), other or lobby.TakeSeat(player=8))
    return play_orders(open_table(take_backs), *seats, lobby.StartGame(seed=3, first=0))


def full_but_one(*, start_when_full: bool) -> State:
    terms = replace(TERMS, start_when_full=start_when_full)
    create = lobby.CreateGame(terms, 2, INTRODUCTORY)
    return play_orders(NEW_GAME, create, lobby.TakeSeat(player=7, seed=3))


def play_turn(state: State, **body: object) -> State:
    return replay(decide(state, command("turn", state.mover, body)), state)


def test_a_table_starts_with_its_last_seat_if_its_maker_wanted_that() -> None:
    waits = full_but_one(start_when_full=True)
    assert waits.status == "open"
    taken, started, *_ = decide(waits, lobby.TakeSeat(player=8, seed=3))
    assert taken == SeatTaken(1, 8)
    assert isinstance(started, GameStarted)
    assert (started.seed, [seat.player for seat in started.seats]) == (3, [7, 8])


def test_another_table_waits_for_its_maker() -> None:
    order = lobby.TakeSeat(player=8, seed=3)
    assert decide(full_but_one(start_when_full=False), order) == (SeatTaken(1, 8),)


def test_without_a_seed_no_table_starts_by_itself() -> None:
    order = lobby.TakeSeat(player=8)
    assert decide(full_but_one(start_when_full=True), order) == (SeatTaken(1, 8),)


def test_what_is_to_be_chosen_is_known_only_under_way() -> None:
    assert lobby.choice_awaited(start_table()) == "turn"
    with pytest.raises(lobby.NotUnderWay):
        lobby.choice_awaited(open_table())


def test_a_new_game_waits_for_its_players() -> None:
    answer = table(open_table())
    assert (answer.status, answer.to_move, answer.places) == ("open", None, {})
    assert [seat.player for seat in answer.seats] == [None, None]


@pytest.mark.parametrize(
    ("terms", "value"),
    [
        (Terms(""), ""),
        (Terms("  "), "  "),
        (Terms("x" * 81), "x" * 81),
        (Terms("Route 66", pace_hours=5), 5),
    ],
)
def test_terms_that_make_no_sense_are_refused(terms: Terms, value: object) -> None:
    with pytest.raises(lobby.BadTerms) as no:
        decide(NEW_GAME, lobby.CreateGame(terms, 2))
    assert no.value.value == value


def test_a_game_that_could_not_start_is_not_made() -> None:
    with pytest.raises(Unplayable):
        decide(NEW_GAME, lobby.CreateGame(TERMS, 6))


def test_a_game_is_made_once() -> None:
    with pytest.raises(lobby.NotOpen):
        decide(open_table(), lobby.CreateGame(TERMS, 2))


@pytest.mark.parametrize("name", ["two\nlines", "a\x00b", "a\u2028b"])
def test_a_name_is_one_line_that_can_be_printed(name: str) -> None:
    with pytest.raises(lobby.BadTerms, match="one line"):
        decide(NEW_GAME, lobby.CreateGame(replace(TERMS, name=name), 2))


def test_players_take_the_first_free_seat_or_the_one_they_name() -> None:
    state = play_orders(
        open_table(), lobby.TakeSeat(player=8, seat=1), lobby.TakeSeat(bot="greedy")
    )
    assert state.setup.seats == (Seat(bot="greedy"), Seat(player=8))


@pytest.mark.parametrize(
    ("order", "refusal"),
    [
        (lobby.TakeSeat(player=9, seat=0), lobby.SeatNotFree),
        (lobby.TakeSeat(player=9, seat=2), lobby.SeatNotFree),
        (lobby.TakeSeat(player=7), lobby.AlreadySeated),
        (lobby.TakeSeat(), lobby.NobodyNamed),
        (lobby.TakeSeat(player=9, bot="greedy"), lobby.NobodyNamed),
        (lobby.LeaveSeat(1), lobby.SeatEmpty),
        (lobby.LeaveSeat(2), lobby.NoSuchSeat),
        (lobby.LeaveSeat(0, 8), lobby.SeatNotYours),
        (lobby.StartGame(1), lobby.SeatsNotTaken),
        (lobby.ReplacePlayer(0, player=9), lobby.NotUnderWay),
        (lobby.SetDeadline(5, "extended"), lobby.NotUnderWay),
        (TakeBack(1, 0), lobby.NotUnderWay),
        (TakeBack(1), NoTakeBack),
    ],
)
def test_what_an_open_table_does_not_allow(
    order: lobby.LobbyCommand, refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        decide(play_orders(open_table(), lobby.TakeSeat(player=7)), order)


def test_a_full_table_has_no_free_seat() -> None:
    full = play_orders(open_table(), lobby.TakeSeat(player=7), lobby.TakeSeat(player=8))
    with pytest.raises(lobby.TableFull):
        decide(full, lobby.TakeSeat(player=9))


def test_who_leaves_makes_room() -> None:
    state = play_orders(
        open_table(), lobby.TakeSeat(player=7), lobby.LeaveSeat(0), lobby.TakeSeat(player=9)
    )
    assert state.setup.seats[0] == Seat(player=9)


def test_an_invitation_is_only_a_number() -> None:
    assert decide(open_table(), lobby.InvitePlayer("a1b2")) == (PlayerInvited("a1b2"),)
    assert play_orders(open_table(), lobby.InvitePlayer("a1b2")).version == 2


def test_somebody_is_invited_also_while_the_game_is_under_way_but_not_after_it() -> None:
    assert decide(start_table(), lobby.InvitePlayer("a1b2")) == (PlayerInvited("a1b2"),)
    with pytest.raises(lobby.NotUnderWay):
        decide(play_orders(start_table(), lobby.AbandonGame()), lobby.InvitePlayer("a1b2"))


def test_a_started_game_has_the_seed_in_its_events() -> None:
    full = play_orders(open_table(), lobby.TakeSeat(player=7), lobby.TakeSeat(player=8))
    event = only(GameStarted, decide(full, lobby.StartGame(seed=99)))
    assert (event.seed, event.options) == (99, INTRODUCTORY)
    assert event.seats == (Seat(player=7), Seat(player=8))


@pytest.mark.parametrize(
    "order", [lobby.TakeSeat(player=9), lobby.LeaveSeat(0), lobby.StartGame(1)]
)
def test_a_game_under_way_is_not_open(order: lobby.LobbyCommand) -> None:
    with pytest.raises(lobby.NotOpen):
        decide(start_table(), order)


def test_ones_own_last_turn_is_taken_back() -> None:
    before = start_table()
    after = play_turn(before, expand=[{"to": "phoenix"}])
    back = play_orders(after, TakeBack(before.version, 0))
    assert back.version == after.version + 1
    assert table(back) == replace(table(before), version=back.version)
    assert play_turn(back) != after


def choose_towns(take_backs: TakeBacks, *towns: str) -> tuple[State, ...]:
    """The tables before and after each choice; the last seat begins."""
    create = lobby.CreateGame(replace(TERMS, take_backs=take_backs), 2)
    seats = (lobby.TakeSeat(player=7), lobby.TakeSeat(player=8))
    states = [play_orders(NEW_GAME, create, *seats, lobby.StartGame(seed=3, first=0))]
    for town in towns:
        states.append(choose_town(states[-1], town))
    return tuple(states)


def choose_town(state: State, town: str) -> State:
    return replay(decide(state, command("town", state.mover, {"town": town})), state)


def test_S5_a_starting_town_is_taken_back_as_a_turn_is() -> None:
    start, one = choose_towns("last-turn", "ogallala")
    back = play_orders(one, TakeBack(start.version, 1))
    assert (back.status, back.mover) == ("towns", 1)
    assert table(back) == replace(table(start), version=back.version)
    _, then, both = choose_towns("last-turn", "ogallala", "flagstaff")
    assert (both.status, both.turn, both.mover) == ("playing", 1, 0)
    back = play_orders(both, TakeBack(then.version, 0))
    assert (back.status, back.mover) == ("towns", 0)
    assert choose_town(back, "dodge-city").status == "playing"


def test_S5_a_starting_town_is_taken_back_only_as_the_terms_allow() -> None:
    start, one, both = choose_towns("never", "ogallala", "flagstaff")
    with pytest.raises(NoTakeBack, match="played without take-backs"):
        decide(one, TakeBack(start.version, 1))
    start, _, both = choose_towns("last-turn", "ogallala", "flagstaff")
    with pytest.raises(NoTakeBack, match="another player has played since"):
        decide(both, TakeBack(start.version, 1))
    start, _, both = choose_towns("any-turn", "ogallala", "flagstaff")
    assert play_orders(both, TakeBack(start.version, 0)).mover == 1


def test_a_turn_can_be_taken_back_twice() -> None:
    before = start_table()
    for _ in range(2):
        before = play_orders(
            play_turn(before, expand=[{"to": "phoenix"}]), TakeBack(before.version, 0)
        )
    assert before.mover == 0


def test_a_turn_is_not_taken_back_once_another_has_played() -> None:
    before = start_table()
    after = play_turn(play_turn(before, expand=[{"to": "phoenix"}]))
    with pytest.raises(NoTakeBack, match="another player has played since"):
        decide(after, TakeBack(before.version, 0))


def test_what_a_computer_player_did_since_does_not_count() -> None:
    before = start_table(other=lobby.TakeSeat(bot="greedy"))
    after = play_turn(play_turn(before, expand=[{"to": "phoenix"}]))
    assert play_orders(after, TakeBack(before.version, 0)).mover == 0


def test_who_has_not_played_has_nothing_to_take_back() -> None:
    state = start_table()
    with pytest.raises(NoTakeBack, match="or you have not"):
        decide(state, TakeBack(state.version, 0))


def test_only_ones_own_last_turn_can_be_taken_back() -> None:
    before = start_table(other=lobby.TakeSeat(bot="greedy"))
    first = play_turn(play_turn(before, expand=[{"to": "phoenix"}]))
    after = play_turn(first, expand=[{"to": "denver"}])
    with pytest.raises(NoTakeBack) as no:
        decide(after, TakeBack(before.version, 0))
    assert no.value.possible == (first.version,)
    assert str(no.value) == "Turn 1 cannot be taken back: only your own last turn can."


def test_terms_without_take_backs_and_with_any() -> None:
    strict, free = start_table("never"), start_table("any-turn")
    with pytest.raises(NoTakeBack, match="without take-backs"):
        decide(play_turn(strict), TakeBack(strict.version, 0))
    later = play_turn(play_turn(free, expand=[{"to": "phoenix"}]))
    assert play_orders(later, TakeBack(free.version, 1)).mover == 0


def test_the_host_takes_back_any_turn_also_of_an_ended_game() -> None:
    before = start_table("never")
    ended = play_turn(play_turn(before))
    assert ended.status == "ended"
    assert play_orders(ended, TakeBack(before.version)).status == "playing"
    with pytest.raises(lobby.NotUnderWay):
        decide(ended, TakeBack(before.version, 0))


def test_nothing_is_taken_back_to_where_no_turn_began() -> None:
    before = start_table()
    after = play_turn(before)
    for version in (before.version - 1, after.version):
        with pytest.raises(NoTakeBack, match="no played turn began there") as no:
            decide(after, TakeBack(version))
        assert no.value.possible == (before.version,)
    with pytest.raises(LookupError, match="no turn began"):
        replay([TurnTakenBack(before.version - 1)], after)


def test_a_deadline_set_at_the_start_of_a_turn_belongs_to_that_start() -> None:
    timed = replay([DeadlineSet(NOON, "turn")], start_table())
    after = play_turn(timed, expand=[{"to": "phoenix"}])
    assert [begun.version for begun in after.turn_starts] == [timed.version]
    back = play_orders(after, TakeBack(timed.version, 0))
    assert (back.mover, back.deadline) == (0, None)


def test_a_replaced_player_stays_replaced_when_a_turn_is_taken_back() -> None:
    before = start_table()
    after = play_orders(
        play_turn(before), lobby.ReplacePlayer(1, bot="greedy"), TakeBack(before.version)
    )
    assert after.setup.seats == (Seat(player=7), Seat(bot="greedy"))


def test_a_replacement_must_not_sit_there_already() -> None:
    with pytest.raises(lobby.AlreadySeated):
        decide(start_table(), lobby.ReplacePlayer(1, player=7))
    with pytest.raises(lobby.NoSuchSeat):
        decide(start_table(), lobby.ReplacePlayer(4, player=9))


def test_an_abandoned_game_is_over() -> None:
    over = play_orders(start_table(), lobby.AbandonGame())
    assert (over.status, over.to_move) == ("abandoned", None)
    for order in (lobby.AbandonGame(), lobby.ReplacePlayer(0, player=9)):
        with pytest.raises(lobby.NotUnderWay):
            decide(over, order)


NOON = 1_800_000_000
A_DAY = 24 * 3600


def run_clock(before: State, after: State) -> tuple[Event, ...]:
    return clock_events(before, after, NOON, EVERY_HOUR)


def test_every_turn_gets_a_deadline_by_the_pace() -> None:
    state = start_table()
    assert run_clock(open_table(), state) == (DeadlineSet(NOON + A_DAY, "turn"),)
    assert run_clock(state, play_turn(state)) == (DeadlineSet(NOON + A_DAY, "turn"),)


def test_a_computer_player_and_a_game_without_a_pace_have_none() -> None:
    state = start_table(other=lobby.TakeSeat(bot="greedy"))
    timed = replay(run_clock(open_table(), state), state)
    assert run_clock(timed, play_turn(timed)) == (DeadlineSet(None, "turn"),)
    slow = replace(state, terms=replace(TERMS, pace_hours=None))
    assert run_clock(slow, play_turn(slow)) == ()


def test_where_nobody_else_is_to_move_the_deadline_stays() -> None:
    state = start_table()
    assert run_clock(state, play_orders(state, lobby.ReplacePlayer(1, player=9))) == ()


def test_a_game_that_is_over_has_no_deadline() -> None:
    timed = replay([DeadlineSet(NOON, "turn")], start_table())
    ended = play_turn(play_turn(timed))
    assert run_clock(timed, ended) == (DeadlineSet(None, "over"),)
    assert run_clock(start_table(), play_turn(play_turn(start_table()))) == ()


def test_the_host_pauses_extends_and_resumes() -> None:
    state = play_orders(start_table(), lobby.SetDeadline(None, "paused"))
    assert (state.paused, state.deadline) == (True, None)
    assert run_clock(state, play_turn(state)) == ()
    state = play_orders(state, lobby.SetDeadline(NOON, "resumed"))
    assert (state.paused, state.deadline) == (False, NOON)
    assert play_orders(state, lobby.SetDeadline(NOON + 9, "extended")).deadline == NOON + 9


def test_the_table_with_its_turn_starts_survives_json() -> None:
    state = play_turn(play_turn(start_table(), expand=[{"to": "phoenix"}]))
    assert len(state.turn_starts) == 2
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


def test_seats_are_people_by_number() -> None:
    assert decide(open_table(), lobby.TakeSeat(player=7)) == (SeatTaken(0, 7, None),)
