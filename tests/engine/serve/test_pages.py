"""Pages are whole without a browser: what they show, and that names and texts stay texts."""

import json
from html.parser import HTMLParser

import pytest

from .conftest import CHAIN, HOSTILE_NAME

PAGES = ("/", "/check", "/explore", "/runs", "/compare", "/sign-in")


class Elements(HTMLParser):
    """The elements of a page, as name and attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_holds_no_script_and_no_style_of_its_own(client, path):
    page = Elements(client.get(path).text)
    assert all("src" in script for script in page.named("script"))
    assert not page.named("style")
    assert not [attributes for _, attributes in page.found if "style" in attributes]
    assert not [name for _, attributes in page.found for name in attributes if name.startswith("on")]


@pytest.mark.parametrize("path", PAGES)
def test_everything_that_a_page_loads_is_there(client, path):
    page = Elements(client.get(path).text)
    wanted = [one["src"] for one in page.named("script")] + [one["href"] for one in page.named("link")]
    for address in wanted:
        assert address.startswith("/static/")
        assert client.get(address).status_code == 200, address


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_landmarks_a_language_and_one_heading_of_the_first_rank(client, path):
    page = Elements(client.get(path).text)
    assert page.named("html") == [{"lang": "en"}]
    assert len(page.named("main")) == len(page.named("h1")) == len(page.named("header")) == 1
    assert page.named("nav")[0]["aria-label"]


def test_the_licence_of_what_others_wrote_is_beside_it(client):
    assert "Cytoscape Consortium" in client.get("/static/vendor/cytoscape.LICENSE").text


def audited(client, **request):
    return client.post("/page/audit", json={"kg": "family", "text": CHAIN, **request})


def test_a_checked_text_shows_each_claim_with_a_word_and_a_mark(client):
    page = audited(client, gold_answers=["Bergen"]).text
    assert "supported" in page
    assert "contradicted" in page
    assert "The graph states instead" in page
    uses = [one["href"] for one in Elements(page).named("use")]
    assert "#icon-faithful" in uses
    assert "#icon-factual_error" in uses


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, "world local: absent facts are false where the graph knows others."),
        (
            {"world": "open"},
            "world open: absent facts are false only of single-valued relations.",
        ),
        ({"world": "closed"}, "world closed: absent facts are always false."),
    ],
)
def test_a_verdict_says_by_which_method_and_in_which_world(client, settings, told):
    assert f"Method path, {told}" in audited(client, settings=settings).text


def test_the_facts_behind_a_verdict_are_there_to_be_drawn(client):
    (drawing,) = [one for one in Elements(audited(client).text).named("div") if "data-elements" in one]
    lines = [one["data"] for one in json.loads(drawing["data-elements"]) if "source" in one["data"]]
    assert {(line["source"], line["target"], line["kind"]) for line in lines} == {
        ("n:anna_berg", "n:bert_berg", "supported"),
        ("n:bert_berg", "n:bergen", "instead"),
    }


def test_hostile_names_and_texts_stay_texts(client):
    hostile = f"{HOSTILE_NAME} was married to eve.</script><script>alert(2)</script>\u202e"
    page = audited(client, kg="hostile", text=hostile, question='"><img src=y onerror=alert(3)>').text
    elements = Elements(page)
    assert not elements.named("img")
    assert not elements.named("script")
    assert "\u202e" not in page
    assert "⟨U+202E⟩" in page


def test_what_goes_wrong_is_the_same_problem_for_a_page(client):
    refused = audited(client, kg="none")
    assert refused.status_code == 404
    assert "holds no graph 'none'" in refused.json()["detail"]


def test_a_person_reads_a_problem_on_a_page_and_a_script_as_json(client):
    person = client.get("/runs/none", headers={"Accept": "text/html,*/*"})
    assert person.status_code == 404
    assert "there is no run &#39;none&#39;" in person.text
    assert Elements(person.text).named("main")
    assert client.get("/runs/none").json()["status"] == 404
    assert client.get("/v1/jobs/none", headers={"Accept": "text/html"}).json()["status"] == 404


def checked(client, *files, answer="Soap cleans. Soap is dear.", **form):
    return client.post(
        "/page/check", data={"answer": answer, **form}, files=[("files", file) for file in files] or None
    )


def test_a_checked_answer_shows_each_claim_beside_its_evidence(client):
    page = checked(client, ("prices.txt", b"Soap is cheap."), texts="Soap cleans.\n---\nInk stains.").text
    assert "contradicted" in page
    assert "<mark>Soap is cheap.</mark>" in page
    assert "prices.txt" in page
    assert "3 documents" in page
    uses = [one["href"] for one in Elements(page).named("use")]
    assert "#icon-faithful" in uses
    assert "#icon-factual_error" in uses


def test_documents_are_pasted_one_below_the_other(client):
    pasted = "\n---\nSoap cleans.\r\n ----\r\nInk stains.\n"
    page = checked(client, answer="Ink stains [2].", texts=pasted).text
    assert "2 documents" in page
    assert "is no document that is there" not in page


def test_an_answer_without_documents_is_told(client):
    refused = checked(client)
    assert refused.status_code == 422
    assert "nothing to be held against" in refused.json()["detail"]


def test_texts_of_answers_and_documents_stay_texts(client):
    page = checked(client, answer=f"Soap {HOSTILE_NAME} cleans.", texts=f"Soap {HOSTILE_NAME} cleans.").text
    assert not Elements(page).named("img")
    assert "&lt;img" in page
