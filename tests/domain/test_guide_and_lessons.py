"""The guide to written orders and the first game stand on the rules themselves."""

from itertools import pairwise
from typing import cast

import pytest

from games.domain.commands import TakeTurn
from games.domain.decide import decide
from games.domain.events import CityScored, IncomeCollected, RegionScored
from games.domain.evolve import replay
from games.domain.notation import WORDS, Language, parse
from games.domain.notation.words import Verb
from games.rules.guide import ORDER_SAMPLES, lines_of, synonyms_of
from games.rules.lessons import (
    STEPS,
    TURNS,
    LessonStep,
    follow,
    judge,
    state_at,
    turn_events,
    turn_start,
)
from tests.domain.tables import all_of, only

RIGHT = [choice for step in STEPS for choice in step.wanted]


@pytest.mark.parametrize("language", WORDS)
def test_every_order_of_the_guide_is_read_as_what_it_stands_for(language: Language) -> None:
    for sample in ORDER_SAMPLES:
        text = "\n".join(lines_of(sample, language))
        assert parse(text, sample.kind, 0) == sample.order
        for word in synonyms_of(sample, language):
            written = WORDS[language].verbs[cast("Verb", sample.verb)][0]
            lines = [
                line.replace(written, word, 1) if line.startswith(written) else line
                for line in lines_of(sample, language)
            ]
            assert parse("\n".join(lines), sample.kind, 0) == sample.order


def test_the_guide_leaves_no_kind_of_order_out() -> None:
    assert {sample.verb for sample in ORDER_SAMPLES} == set(WORDS["en"].verbs)


def test_the_right_choices_lead_to_the_end_of_the_first_game() -> None:
    for length in range(len(RIGHT)):
        stands = follow(RIGHT[:length])
        assert stands is not None
        assert stands.step is not None
        assert judge(stands.step, stands.chosen, RIGHT[length]).verdict == "right"
    end = follow(RIGHT)
    assert end is not None
    assert end.step is None
    assert follow([*RIGHT, "1"]) is None


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.id)
def test_no_other_choice_leads_on(step: LessonStep) -> None:
    before = [choice for each in STEPS[: STEPS.index(step)] for choice in each.wanted]
    for choice in (*step.offered, "seattle", "nonsense"):
        if choice in step.wanted:
            continue
        assert judge(step, (), choice).verdict in ("wrong", "allowed")
        assert follow([*before, choice]) is None


def test_the_order_of_two_choices_of_one_step_does_not_matter() -> None:
    turned = [*RIGHT]
    first = turned.index("detroit", 5)
    turned[first : first + 2] = ["pittsburgh", "detroit"]
    assert turned != RIGHT
    assert follow(turned) == follow(RIGHT)
    assert judge(STEPS[5], ("detroit",), "detroit").verdict == "known"
    assert follow([*RIGHT[:first], "detroit", "detroit"]) is None


def test_what_is_chosen_is_what_is_played() -> None:
    for turn in {step.turn for step in STEPS}:
        chosen: dict[str, list[str]] = {"expand": [], "increase": []}
        for step in STEPS:
            if step.turn == turn and step.taps:
                chosen[step.ask] += step.wanted
        played = parse(TURNS[turn], "turn", 0)
        assert isinstance(played, TakeTurn)
        assert chosen["expand"] == [wish.to for wish in played.expand]
        asks = {step.ask for step in STEPS if step.turn == turn and step.taps}
        assert chosen["increase"] == (list(played.increase) if "increase" in asks else [])


def test_the_first_game_is_a_real_one_from_its_start_to_its_end() -> None:
    states = [turn_start(turn) for turn in range(len(TURNS))]
    for turn, (before, after) in enumerate(pairwise(states)):
        assert after == replay(decide(before, parse(TURNS[turn], "turn", before.mover)), before)
    assert replay(turn_events(len(TURNS) - 1), states[-1]).winners == (0,)


def test_the_questions_have_the_answers_of_the_rules() -> None:
    steps = {step.id: step for step in STEPS}
    income = only(IncomeCollected, turn_events(steps["income"].turn))
    assert steps["income"].wanted == (str(income.amount),)
    spaces = only(IncomeCollected, turn_events(steps["spaces"].turn))
    assert steps["spaces"].wanted == (str(spaces.empty_spaces),)
    detroit, _ = all_of(CityScored, turn_events(steps["points"].turn))
    assert steps["points"].wanted == (str(detroit.influence),)
    region = only(RegionScored, turn_events(steps["region"].turn))
    mine = next(share.influence for share in region.shares if share.seat == 0)
    assert steps["region"].wanted == (str(mine + region.influence),)


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.id)
def test_a_step_shows_the_turn_as_far_as_it_has_come(step: LessonStep) -> None:
    state = state_at(step)
    assert state.to_move == 0
    if step.id == "points":
        assert state.owners[state.board.index["detroit"]].count(0) == 3
    if step.id == "region":
        assert state.influence[0] - turn_start(step.turn).influence[0] == 8
