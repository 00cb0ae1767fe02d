"""Dear questions: few at a time, one computation for the same one, ended when nobody waits."""

import asyncio
import itertools
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from iacta.service.campaigns.work_pool import (
    BREAK,
    STRETCH,
    Abandoned,
    AnswerCache,
    Budget,
    WorkPool,
)
from iacta.service.errors import Problem
from iacta.service.settings import Limits
from tests.support.loops import finish
from tests.support.servers import DEADLINE, until

LIMITS = Limits(odds_at_once=2, odds_waiting=3, odds_milliseconds=4_000)


class Bench:
    """Work that goes on until it is let go, and looks at its budget all the while."""

    def __init__(self) -> None:
        self.free = threading.Event()
        self.begun: list[Any] = []
        self.ended: list[Any] = []
        self.steps = 0

    def work(self, name: Any) -> Callable[[Budget], bytes]:
        def run(budget: Budget) -> bytes:
            self.begun.append(name)
            try:
                while not self.free.wait(0.001):
                    budget.spent()
                    self.steps += 1
            finally:
                self.ended.append(name)
            return repr(name).encode()

        return run


@pytest.fixture
def bench() -> Bench:
    return Bench()


def run(scene: Callable[[WorkPool], Coroutine[Any, Any, None]], limits: Limits = LIMITS) -> None:
    """Play a scene on an event loop of its own."""

    async def whole() -> None:
        work_pool = WorkPool(limits)
        try:
            await asyncio.wait_for(scene(work_pool), DEADLINE)
        finally:
            work_pool.close()

    finish(whole())


async def happens(condition: Callable[[], bool], what: str) -> None:
    await asyncio.to_thread(until, condition, what)


def test_few_are_worked_on_at_once_and_all_are_answered(bench: Bench) -> None:
    async def scene(work_pool: WorkPool) -> None:
        tasks = [asyncio.create_task(work_pool.run(n, bench.work(n))) for n in range(5)]
        await happens(lambda: len(bench.begun) == 2, "two begin")
        await asyncio.gather(*(asyncio.to_thread(lambda: None) for _ in range(20)))
        assert bench.begun == [0, 1]
        bench.free.set()
        assert await asyncio.gather(*tasks) == [repr(n).encode() for n in range(5)]

    run(scene)


def test_no_more_than_a_few_wait(bench: Bench) -> None:
    async def scene(work_pool: WorkPool) -> None:
        tasks = [asyncio.create_task(work_pool.run(n, bench.work(n))) for n in range(5)]
        await happens(lambda: len(bench.begun) == 2, "two begin")
        with pytest.raises(Problem) as refused:
            await work_pool.run("one more", bench.work("one more"))
        assert refused.value.type.slug == "not-ready"
        assert refused.value.headers == {"Retry-After": "4"}
        bench.free.set()
        await asyncio.gather(*tasks)
        assert await work_pool.run("one more", bench.work("later")) == b"'later'"
        assert "one more" not in bench.begun

    run(scene)


def test_who_asks_the_same_shares_one_computation(bench: Bench) -> None:
    async def scene(work_pool: WorkPool) -> None:
        tasks = [asyncio.create_task(work_pool.run("q", bench.work(n))) for n in range(45)]
        await happens(lambda: len(bench.begun) == 1, "one begins")
        bench.free.set()
        assert set(await asyncio.gather(*tasks)) == {b"0"}
        assert bench.begun == [0]

    run(scene)


def test_what_the_work_raises_is_raised_for_all_who_share_it() -> None:
    calls = []

    def work(budget: Budget) -> bytes:
        calls.append(1)
        raise Problem("forbidden", "Not for you.")

    async def scene(work_pool: WorkPool) -> None:
        told = await asyncio.gather(
            *(work_pool.run("q", work) for _ in range(3)), return_exceptions=True
        )
        assert [type(one) for one in told] == [Problem] * 3
        assert len(calls) == 1
        with pytest.raises(Problem):
            await work_pool.run("q", work)
        assert len(calls) == 2, "a refusal is not kept"

    run(scene)


def test_work_ends_when_its_asker_leaves(bench: Bench) -> None:
    async def scene(work_pool: WorkPool) -> None:
        task = asyncio.create_task(work_pool.run("q", bench.work("q")))
        await happens(lambda: bench.begun == ["q"], "it begins")
        task.cancel()
        await happens(lambda: bench.ended == ["q"], "it ends though it was never let go")

    run(scene)


def test_work_goes_on_while_one_of_several_waits(bench: Bench) -> None:
    async def scene(work_pool: WorkPool) -> None:
        first, second, third = (
            asyncio.create_task(work_pool.run("q", bench.work("q"))) for _ in range(3)
        )
        await happens(lambda: bench.begun == ["q"], "it begins")
        first.cancel()
        second.cancel()
        await asyncio.wait((first, second))
        done = bench.steps
        await happens(lambda: bench.steps > done + 1, "it goes on")
        third.cancel()
        await happens(lambda: bench.ended == ["q"], "the last of them leaves")

    run(scene)


def test_one_who_asks_what_was_left_begins_anew(bench: Bench) -> None:
    async def scene(work_pool: WorkPool) -> None:
        task = asyncio.create_task(work_pool.run("q", bench.work("left")))
        await happens(lambda: bench.begun == ["left"], "it begins")
        task.cancel()
        await asyncio.wait((task,))
        again = asyncio.create_task(work_pool.run("q", bench.work("again")))
        await happens(lambda: "again" in bench.begun, "it begins anew")
        bench.free.set()
        assert await again == b"'again'"

    run(scene)


def test_one_who_leaves_the_queue_makes_room_and_is_not_worked_for(bench: Bench) -> None:
    async def scene(work_pool: WorkPool) -> None:
        tasks = [asyncio.create_task(work_pool.run(n, bench.work(n))) for n in range(5)]
        await happens(lambda: len(bench.begun) == 2, "two begin")
        tasks[4].cancel()
        await asyncio.wait((tasks[4],))
        tasks[4] = asyncio.create_task(work_pool.run("next", bench.work("next")))
        await asyncio.to_thread(lambda: None)
        bench.free.set()
        assert await tasks[4] == b"'next'"
        await asyncio.gather(*tasks)
        assert 4 not in bench.begun

    run(scene)


def test_work_ends_with_the_server(bench: Bench) -> None:
    async def scene(work_pool: WorkPool) -> None:
        tasks = [asyncio.create_task(work_pool.run(n, bench.work(n))) for n in range(4)]
        await happens(lambda: len(bench.begun) == 2, "two begin")
        work_pool.close()
        told = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(one) for one in told] == [Abandoned, Abandoned, *[asyncio.CancelledError] * 2]
        assert sorted(bench.begun) == sorted(bench.ended) == [0, 1]

    run(scene)


def test_a_budget_counts_from_the_work_s_own_beginning() -> None:
    times = iter([10.0, 10.001, 11.0, 12.0])
    seen: list[float] = []

    def work(budget: Budget) -> bytes:
        seen.extend(round(budget.spent(), 5) for _ in range(2))
        return b""

    async def scene() -> None:
        work_pool = WorkPool(LIMITS, clock=lambda: next(times), rest=lambda seconds: None)
        await work_pool.run("q", work)
        work_pool.close()

    finish(scene())
    assert seen == [0.00025, 0.5]


def test_work_gives_way_after_every_stretch() -> None:
    """The event loop and the writer need the interpreter too."""
    now, rests = [0.0], []

    def rest(seconds: float) -> None:
        rests.append((now[0], seconds))
        now[0] += seconds

    budget = Budget(1.0, lambda: now[0], rest)
    budget.begin()
    for _ in range(100):
        now[0] += STRETCH / 4
        budget.spent()
    assert 24 <= len(rests) <= 25
    assert {seconds for _, seconds in rests} == {BREAK}
    apart = [later[0] - earlier[0] for earlier, later in itertools.pairwise(rests)]
    assert max(apart) <= STRETCH * 1.25 + BREAK


def test_a_budget_that_was_left_says_so_at_the_next_step() -> None:
    budget = Budget(1.0, lambda: 0.0, lambda seconds: None)
    budget.begin()
    assert budget.spent() == 0
    budget.abandon()
    with pytest.raises(Abandoned):
        budget.spent()


def test_answers_are_kept_up_to_a_number_of_bytes() -> None:
    kept = AnswerCache(10)
    kept.put("a", b"1234")
    kept.put("b", b"1234")
    assert (kept.get("a"), kept.get("b"), kept.get("c")) == (b"1234", b"1234", None)
    kept.get("a")
    kept.put("c", b"1234")
    assert (kept.get("a"), kept.get("b"), kept.get("c")) == (b"1234", None, b"1234")
    kept.put("a", b"12")
    kept.put("d", b"1234")
    assert (kept.get("a"), kept.get("c"), kept.get("d")) == (b"12", b"1234", b"1234")
    kept.put("e", b"x" * 11)
    assert (kept.get("e"), kept.get("d")) == (None, b"1234"), "it would drive out all others"
