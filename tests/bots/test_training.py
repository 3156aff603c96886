"""Learning by self-play: it learns, and goes on where it stopped."""

from games.bots.training import Learner, Progress, play_game, train
from games.bots.weights import Lesson, read_key, weights_for, write_key
from games.domain.chance import Draws


def untaught() -> Learner:
    return Learner(Progress(Lesson(2, 0, 7, {}), {}))


def test_a_stopped_training_goes_on_as_if_it_had_not_been() -> None:
    whole, stopped = untaught(), untaught()
    for _ in range(4):
        whole.play_and_learn()
    for _ in range(2):
        stopped.play_and_learn()
    resumed = Learner(stopped.progress())
    for _ in range(2):
        resumed.play_and_learn()
    assert resumed.progress() == whole.progress()


def test_a_game_is_guessed_better_when_it_was_learned_from() -> None:
    learner = untaught()
    turns, final = play_game(2, {}, Draws(7, "test"))
    first, *_, last = [learner.learn(turns, final) for _ in range(5)]
    assert last < first


def test_every_quarter_tells_what_it_gained() -> None:
    told = [line for line in train(untaught(), 4, compared=2) if "%" in line]
    assert len(told) == 4


def test_a_key_is_read_back_as_it_was_written() -> None:
    for players in range(2, 6):
        for key in weights_for(players):
            assert read_key(write_key(key)) == key
