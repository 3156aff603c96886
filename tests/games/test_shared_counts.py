"""Counts of several processes, in files of a folder that all of them share."""

import logging
from pathlib import Path

import pytest
from prometheus_client.mmap_dict import MmapedDict, mmap_key
from pytest_django import Settings

from games.shared_counts import (
    ProcessName,
    SharedCounts,
    add_up_past,
    share_counts,
    shared_folder,
)

KEY = mmap_key("eggs", "eggs_total", ["hen"], ["ada"], "Eggs")


def write(path: Path, value: float) -> None:
    counts = MmapedDict(str(path))
    counts.write_value(KEY, value, 0.0)
    counts.close()


def eggs(folder: Path) -> float:
    (metric,) = SharedCounts(folder).collect()
    (sample,) = metric.samples
    return float(sample.value)


def test_what_the_dead_counted_stays_and_what_they_measured_goes(tmp_path: Path) -> None:
    for name, value in (("1-a", 3), ("2-b", 4)):
        write(tmp_path / f"counter_{name}.db", value)
        (tmp_path / f"{name}.alive").touch()
    write(tmp_path / "gauge_livesum_1-a.db", 7)
    for _ in range(2):
        add_up_past(tmp_path)
        assert [path.name for path in tmp_path.glob("*.*")] == ["counter_past.db"]
        assert eggs(tmp_path) == 7


def test_the_counts_of_the_living_are_left_to_them(tmp_path: Path) -> None:
    name = ProcessName(tmp_path)
    write(tmp_path / f"counter_{name()}.db", 3)
    write(tmp_path / "counter_9-dead.db", 5)
    add_up_past(tmp_path)
    assert (tmp_path / f"counter_{name()}.db").exists()
    assert eggs(tmp_path) == 8
    assert name.lock is not None
    name.lock.close()


def test_who_cannot_write_there_counts_alone_and_says_so(
    settings: Settings,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    settings.DATA_DIR = tmp_path / "file"
    settings.DATA_DIR.touch()
    with caplog.at_level(logging.ERROR):
        share_counts()
    assert shared_folder() is None
    assert [each.message for each in caplog.records] == [
        "the counts of this process are not shared"
    ]
