"""Many requests at once get what each would get alone: stores and auditors are for one thread at a time."""

from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from .test_restart import served

pytestmark = pytest.mark.slow

TEXTS = [
    f"{person} was born in {place}. {person} was married to Bert Berg."
    for person in ("Anna Berg", "Bert Berg", "Cleo Berg")
    for place in ("Oslo", "Bergen", "Norway")
]
COUNT = "MATCH (e:Entity {kg: 'family'}) RETURN count(*) AS n"


@pytest.fixture
def asked(place):
    """Asks a real server one thing of each kind, and gives all answers."""
    with served(place) as (_, address), httpx2.Client(base_url=address, timeout=60) as client:

        def ask(text: str) -> tuple[object, ...]:
            answers = (
                client.post("/v1/audit", json={"kg": "family", "text": text}),
                client.get("/v1/kgs/family/paths", params={"source": "Anna Berg", "target": "norway"}),
                client.get("/v1/kgs/family/entity", params={"name": "Bert Berg"}),
                client.post("/v1/cypher", json={"statement": COUNT}),
            )
            return tuple(answer.raise_for_status().json() for answer in answers)

        yield ask


def test_answers_do_not_depend_on_who_else_asks(asked):
    alone = list(map(asked, TEXTS))
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(asked, TEXTS * 5)) == alone * 5
