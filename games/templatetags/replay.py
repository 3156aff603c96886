"""Charts and numbers by seat, for the templates of a replay."""

from collections.abc import Sequence
from typing import TypeVar

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.domain.course import Sample
from games.web.replay.replay import Chart

T = TypeVar("T")
register = template.Library()


@register.filter
def chart_svg(chart: Chart) -> SafeString:
    """The chart as SVG, which has no text of players in it."""
    return mark_safe(chart.svg)  # noqa: S308


@register.filter
def by_seat(sample: Sample) -> list[tuple[int, int, int]]:
    return list(zip(sample.influence, sample.money, sample.income, strict=True))


@register.filter
def at(values: Sequence[T], index: int) -> T:
    return values[index]
