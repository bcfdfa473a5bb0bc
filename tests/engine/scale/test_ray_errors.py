"""What a run on Ray says of the error of an actor."""

from groundpath.engine.scale.on_ray import cause_of

TOLD = """\x1b[36mray::_MapWorker.__init__()\x1b[39m (pid=7, ip=127.0.0.1)
  File "engine/store/embedded/snapshot.py", line 99, in info
    raise self._unknown(kg)
groundpath.engine.errors.UnknownGraphError: /store holds no graph 'nowhere'; try another
"""


def test_an_error_of_groundpath_is_taken_out_of_what_ray_tells() -> None:
    error = RuntimeError("The actor died.")
    error.__cause__ = RuntimeError(TOLD)
    error.__cause__.__cause__ = RuntimeError("")
    assert cause_of(error) == "/store holds no graph 'nowhere'; try another"


def test_of_any_other_error_the_last_line_is_told() -> None:
    assert cause_of(RuntimeError("The node died.\n  Its memory ended.\n")) == "Its memory ended."
    assert cause_of(RuntimeError("")) == "Ray tells no reason"
