"""Encoders that a TOML file describes, beside those of a name."""

from pathlib import Path

import pytest
from groundpath.engine.errors import EncoderError
from groundpath.engine.text.encoder_files import read_encoder_settings
from groundpath.engine.text.opening import open_encoder
from groundpath.engine.text.sbert import SbertSettings

ENCODERS = Path(__file__).parents[3] / "bench/trace/encoders"


def written(folder: Path, text: str) -> Path:
    (folder / "encoder.toml").write_text(text, "utf-8")
    return folder / "encoder.toml"


def test_a_file_says_how_a_model_is_used(tmp_path: Path) -> None:
    text = 'model = "a/b"\nquery_model = "a/c"\nquery_prefix = "query: "\npassage_prefix = ""\n'
    file = written(tmp_path, text + 'pooling = "cls"\nnormalise = false\n')
    assert read_encoder_settings(file) == SbertSettings("a/b", "a/c", "query: ", "", "cls", False)


def test_the_id_of_an_encoder_names_every_setting_and_the_role(tmp_path: Path) -> None:
    """Vectors are kept under it, and graphs remember it."""
    assert open_encoder("sbert:a/b").model_id == "sbert:a/b"
    assert open_encoder("sbert:a/b").queries.model_id == "sbert:a/b queries"
    e5 = open_encoder(str(written(tmp_path, 'model = "a/b"\nquery_prefix = "query: "\nnormalise = false\n')))
    assert e5.model_id == "sbert:a/b query_prefix='query: ' normalise=False"
    queries = e5.queries
    assert queries.model_id == f"{e5.model_id} queries"
    assert queries.queries is queries


def test_encoders_that_treat_all_texts_alike_are_their_own_for_queries() -> None:
    assert open_encoder().queries.model_id == open_encoder().model_id
    assert open_encoder().normalised


@pytest.mark.parametrize("file", sorted(ENCODERS.glob("*.toml")), ids=lambda file: file.stem)
def test_the_encoders_of_the_paper_are_there(file: Path) -> None:
    """TRACE the Evidence, Table 4."""
    assert read_encoder_settings(file).model


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("model = ", "encoder.toml cannot be read"),
        ('query_prefix = "q"\n', "names no model"),
        ('model = "a"\nprefix = "q"\n', "sets prefix; its settings are texts \\(model, query_model"),
        ('model = "a"\nnormalise = "no"\n', "sets normalise"),
        ('model = "a"\nquery_model = 3\n', "sets query_model"),
        ('model = ""\n', "has no name"),
        ('model = "a"\npooling = "max"\n', "pooling 'max' of encoder a is none of cls, mean, lasttoken"),
    ],
)
def test_a_file_that_is_wrong_is_told_in_one_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(EncoderError, match=said) as caught:
        open_encoder(str(written(tmp_path, text)))
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_is_told() -> None:
    with pytest.raises(EncoderError, match=r"nowhere\.toml cannot be read"):
        open_encoder("nowhere.toml")
