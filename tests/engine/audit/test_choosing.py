"""What is chosen of an audit means the same at every door: the command, the server, the library."""

import pytest
from groundpath import Auditor, open_store
from groundpath.engine.audit.choosing import choose
from groundpath.engine.audit.paper import PaperSettings
from groundpath.engine.audit.path.settings import PathSettings
from groundpath.engine.audit.protocol import PaperProtocol
from groundpath.engine.errors import InputError

NOTHING = dict.fromkeys(("method", "world", "top_k", "sigma", "orientation"))


def chosen(protocol="groundpath", **choice):
    return choose(**{"protocol": protocol, **NOTHING, **choice})


def test_without_a_choice_the_method_is_path():
    assert chosen() == ("path", PathSettings())
    assert chosen(world="open") == ("path", PathSettings("open"))


def test_the_papers_protocol_lets_facts_lead_along_the_walk(tmp_path):
    assert chosen("paper") == ("paper", PaperSettings(orientation="walk"))
    assert chosen("paper", orientation="stored") == ("paper", PaperSettings())
    assert chosen(method="paper").settings == PaperSettings()
    with open_store(f"embedded:{tmp_path / 'store'}") as store:
        auditor = Auditor(store, "kg", protocol=PaperProtocol.of_files(None, None))
    assert auditor.settings == chosen("paper").settings


def test_k_and_sigma_are_the_papers():
    given = chosen(method="paper", top_k=3, sigma=0.0)
    assert given.settings == PaperSettings(candidates=3, factual_threshold=0.0)


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        ({"protocol": "paper", "method": "path"}, "judges by method paper; leave method out"),
        ({"orientation": "walk"}, "orientation, top_k and sigma belong to method 'paper'"),
        ({"method": "paper", "world": "open"}, "world belongs to method 'path'"),
    ],
)
def test_a_choice_of_another_method_is_refused(choice, told):
    with pytest.raises(InputError, match=told):
        chosen(**choice)
