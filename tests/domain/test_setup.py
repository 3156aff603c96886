"""S1 to S7: from nothing to the first turn."""

import pytest

from games.domain import NEW_GAME, Options, Seat, State, Unplayable
from games.domain.commands import command
from games.domain.decide import decide
from games.domain.errors import NotYourTurn, TownNotFree, WrongMoment
from games.domain.events import GameStarted, SetupStageBegan, TownChosen
from games.domain.evolve import evolve, replay
from games.domain.setup import start
from games.domain.state import NOBODY
from games.domain.table import table
from tests.domain.tables import only

CLOSED = ("california", "northwest", "northern-plains")
START_TOWNS_OF_TWO = {
    "flagstaff", "pueblo", "salt-lake-city", "indianapolis", "raleigh", "montgomery",
    "huntsville", "memphis", "little-rock", "ogallala", "dodge-city", "el-paso",
}  # fmt: skip


def choose(state: State, seat: int, town: str) -> State:
    return replay(decide(state, command("town", seat, {"town": town})), state)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_S1_every_city_has_its_printed_size_and_no_franchise(players: int) -> None:
    state = replay(start(players, seed=1))
    assert state.sizes == tuple(place.spaces for place in state.board.places)
    in_play = [owners for i, owners in enumerate(state.owners) if not state.setup.closed >> i & 1]
    assert set(in_play) == {()}


@pytest.mark.parametrize("players", [2, 3])
def test_S2_with_two_or_three_players_three_regions_are_out_of_play(players: int) -> None:
    answer = table(replay(start(players, seed=1)))
    assert answer.track == CLOSED
    board = NEW_GAME.board
    for i, place in enumerate(board.places):
        if place.region in CLOSED:
            assert replay(start(players, seed=1)).owners[i] == (NOBODY,)


@pytest.mark.parametrize("players", [4, 5])
def test_S2_with_more_players_every_region_is_in_play(players: int) -> None:
    state = replay(start(players, seed=1))
    assert state.track == ()
    assert not state.setup.closed


@pytest.mark.parametrize(("players", "tiles"), [(2, 4), (3, 4), (4, 3), (5, 3)])
def test_S3_each_player_has_40_franchises_no_influence_and_bonus_tiles(
    players: int, tiles: int
) -> None:
    state = replay(start(players, seed=1))
    assert state.supply == (40,) * players
    assert state.influence == (0,) * players
    assert state.bonus == (tiles,) * players
    colours = [seat.colour for seat in table(state).seats]
    assert colours == ["blue", "red", "orange", "black", "beige"][:players]


def test_S4_the_first_player_is_drawn_from_the_seed_and_every_seat_can_be() -> None:
    firsts = [only(GameStarted, start(4, seed=seed)).first for seed in range(40)]
    assert set(firsts) == {0, 1, 2, 3}
    assert firsts == [only(GameStarted, start(4, seed=seed)).first for seed in range(40)]


def test_S4_a_first_player_without_a_seat_is_refused() -> None:
    with pytest.raises(Unplayable) as refused:
        start(3, first=3, seed=1)
    assert (refused.value.rule, refused.value.value) == ("S4", 3)
    assert refused.value.possible == (0, 1, 2)


def test_S4_turns_go_clockwise_from_the_first_player() -> None:
    state = replay(start(3, first=1, options=Options(introductory=True), seed=1))
    movers = []
    for _ in range(3):
        movers.append(state.mover)
        for event in decide(state, command("turn", state.mover, {})):
            state = evolve(state, event)
    assert movers == [1, 2, 0]


def test_S4_nobody_plays_out_of_turn() -> None:
    state = replay(start(3, first=1, options=Options(introductory=True), seed=1))
    with pytest.raises(NotYourTurn) as refused:
        decide(state, command("turn", 0, {}))
    assert (refused.value.rule, refused.value.value, refused.value.possible) == ("S4", 0, (1,))


def test_S5_starting_towns_are_chosen_counter_clockwise_the_first_player_last() -> None:
    state = replay(start(4, first=1, seed=1))
    order = []
    for town in ("reno", "boise", "memphis", "raleigh"):
        order.append(state.mover)
        state = choose(state, state.mover, town)
    assert order == [0, 3, 2, 1]
    assert (state.status, state.turn, state.mover) == ("playing", 1, 1)


def test_S5_a_taken_town_is_not_free() -> None:
    state = choose(replay(start(4, first=1, seed=1)), 0, "reno")
    with pytest.raises(TownNotFree) as refused:
        choose(state, 3, "reno")
    assert (refused.value.rule, refused.value.value) == ("S5", "reno")
    assert len(refused.value.possible) == 19


def test_S5_a_city_is_no_town_to_start_in() -> None:
    with pytest.raises(TownNotFree):
        choose(replay(start(4, first=1, seed=1)), 0, "chicago")


def test_S5_towns_out_of_play_are_not_free() -> None:
    with pytest.raises(TownNotFree) as refused:
        choose(replay(start(2, first=1, seed=1)), 0, "reno")
    assert set(refused.value.possible) == START_TOWNS_OF_TWO


def test_S5_a_turn_before_the_towns_are_chosen_is_refused() -> None:
    with pytest.raises(WrongMoment) as refused:
        decide(replay(start(2, first=1, seed=1)), command("turn", 1, {}))
    assert str(refused.value) == "The game waits for a starting town, not for a turn."


def test_S6_the_introductory_game_gives_two_towns_each_by_turn_order() -> None:
    events = start(2, first=1, options=Options(introductory=True), seed=1)
    towns = [(event.seat, event.town) for event in events if isinstance(event, TownChosen)]
    assert towns == [(1, "pueblo"), (1, "indianapolis"), (0, "montgomery"), (0, "ogallala")]
    assert events[-1] == SetupStageBegan("playing", 1)
    assert replay(events).money == (4, 2)


@pytest.mark.parametrize(
    ("players", "money"),
    [(2, (4, 2)), (3, (5, 2, 3)), (4, (8, 3, 4, 6)), (5, (9, 3, 4, 5, 7))],
)
def test_S7_starting_money_goes_by_turn_order(players: int, money: tuple[int, ...]) -> None:
    assert replay(start(players, first=1, seed=1)).money == money


@pytest.mark.parametrize("players", [0, 1, 6])
def test_S7_two_to_five_can_play(players: int) -> None:
    with pytest.raises(Unplayable) as refused:
        start(players, seed=1)
    assert (refused.value.value, refused.value.possible) == (players, (2, 3, 4, 5))


def test_seats_name_people_by_number_and_computer_players_by_name() -> None:
    answer = table(replay(start((Seat(player=17), Seat(bot="greedy")), seed=1)))
    named = [(seat.player, seat.bot) for seat in answer.seats]
    assert named == [(17, None), (None, "greedy")]


def test_options_of_the_wrong_kind_are_refused() -> None:
    with pytest.raises(Unplayable, match=r"layout"):
        start(2, options=Options(layout="upside down"), seed=1)  # type: ignore[arg-type]


def test_nobody_is_to_move_before_the_game() -> None:
    assert table(NEW_GAME).status == "open"
    with pytest.raises(LookupError, match="open"):
        _ = NEW_GAME.mover


def test_an_event_that_is_none_is_an_error() -> None:
    with pytest.raises(KeyError):
        evolve(NEW_GAME, object())  # type: ignore[arg-type]


def test_a_game_that_has_ended_waits_for_nothing() -> None:
    state = replay(start(2, options=Options(introductory=True), seed=1))
    for _ in range(2):
        state = replay(decide(state, command("turn", state.mover, {})), state)
    with pytest.raises(WrongMoment) as refused:
        decide(state, command("turn", 0, {}))
    assert (refused.value.rule, refused.value.possible) == ("T19", ("nothing",))
