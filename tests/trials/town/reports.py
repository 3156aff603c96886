"""What a trial found, in lines to read."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import median, quantiles

from tests.trials.town.calls import STALE, Call
from tests.trials.town.checking import Finding
from tests.trials.town.disasters import Struck
from tests.trials.town.living import Life
from tests.trials.town.mails import Post
from tests.trials.town.register import Fault
from tests.trials.town.town import Town

BAD = "NOT AS IT SHOULD BE"
MOST_SHOWN = 20
MEGABYTE = 1_000_000
MOST_GROWTH = 0.10
OURS = ("web", "worker", "mail-out", "beat", "mail-in")


def of_planted_fault(fault: Fault | None) -> str:
    if fault is None:
        return f"{BAD}: the checker does not find the fault of a store without its guards"
    return f"of a store without its guards the checker says: {fault}"


def of_people(town: Town, post: Post, life: Life, left: int) -> Iterator[str]:
    calls = town.calls
    writes = [each for each in calls if each.key and not each.is_mail]
    accepted = [each for each in writes if each.is_accepted]
    stale = sum(each.code == STALE for each in writes)
    refused = sum(each.is_refused for each in writes)
    unknown = sum(not each.is_known for each in writes)
    again = sum(each.tries > 1 for each in writes)
    mails = [each for each in calls if each.is_mail]
    twice = len(post.letters) - len({each.number for each in post.letters})
    games = {each.game for each in calls if each.game}
    reads = sum(not each.key for each in calls)
    yield f"{life.people} people, {len(games)} games, {reads} reads, {town.lost_reads} lost reads"
    yield (
        f"{len(writes)} writes by HTTP: {len(accepted)} accepted, {refused} refused, {stale} of them"
        f" stale; {again} asked more than once, {unknown} never known"
    )
    yield (
        f"{len(mails)} orders by mail, {sum(each.tries > 1 for each in mails)} sent more than once,"
        f" {sum(not each.is_known for each in mails)} never taken"
    )
    yield f"{len(post.letters)} mails came, {twice} of them twice with their Message-ID; {left} wait"
    yield f"seconds to the answer of an accepted write: {_spread([c.answered - c.asked for c in accepted])}"


def _spread(seconds: Sequence[float]) -> str:
    if len(seconds) < 2:
        return "too few"
    cuts = quantiles(seconds, n=100)
    return f"p50 {cuts[49]:.2f}, p95 {cuts[94]:.2f}, p99 {cuts[98]:.2f}, longest {max(seconds):.1f}"


def of_disasters(struck: Sequence[Struck], calls: list[Call]) -> Iterator[str]:
    by_name: dict[str, list[float | None]] = defaultdict(list)
    for each in struck:
        by_name[each.name].append(each.seconds_to_turn(calls))
    yield f"{len(struck)} disasters; seconds to the next turn that was tried after it and accepted:"
    for name, times in sorted(by_name.items()):
        known = [each for each in times if each is not None]
        never = f", {len(times) - len(known)} times none came" if len(known) < len(times) else ""
        took = f"median {median(known):.1f}, longest {max(known):.1f}" if known else ""
        yield f"  {name}: {len(times)} times, {took}{never}"


def of_memory(weights: Sequence[Mapping[str, int]]) -> Iterator[str]:
    start, warm, end = weights
    yield "MB of each member with all that it started: at the start, when warm, at the end"
    for name in sorted(end):
        growth = end[name] / warm[name] - 1
        line = (
            f"{name}: {start[name] / MEGABYTE:.0f}, {warm[name] / MEGABYTE:.0f},"
            f" {end[name] / MEGABYTE:.0f} ({growth:+.1%})"
        )
        is_ours = name.rpartition("/")[2] in OURS
        yield f"{BAD}: {line}" if is_ours and growth > MOST_GROWTH else f"  {line}"


def of_findings(found: Sequence[Finding]) -> Iterator[str]:
    yield from (f"{BAD}: {each}" for each in found[:MOST_SHOWN])
    yield f"{len(found)} findings" if found else "nothing lost, nothing twice, every game in order"
