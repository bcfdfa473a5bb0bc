"""A lane that is closed ends what has begun, and begins nothing more."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from groundpath.engine.serve.lane import Lane


async def test_what_has_not_begun_when_a_lane_is_closed_is_left_out(store_url):
    lane = Lane("looking up", store_url, 9)
    begun, may_end = threading.Event(), threading.Event()
    done: list[str] = []

    def first(store):
        begun.set()
        may_end.wait(30)
        done.append("first")
        return [graph.name for graph in store.graphs()]

    def second(_store):
        done.append("second")

    asked = [asyncio.create_task(lane.run(work, 30)) for work in (first, second)]
    await asyncio.to_thread(begun.wait, 30)
    with ThreadPoolExecutor(1) as thread:
        closing = thread.submit(lane.close)
        await asyncio.sleep(0.2)
        assert not closing.done()
        may_end.set()
        await asyncio.wrap_future(closing)
    assert await asked[0] == ["family", "hostile"]
    with pytest.raises(asyncio.CancelledError):
        await asked[1]
    assert done == ["first"]
    assert lane.count() == 0
