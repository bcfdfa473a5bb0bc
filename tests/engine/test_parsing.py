"""However deep JSON and TOML are nested, what is wrong with them is an error of theirs."""

import json
import tomllib

import pytest
from groundpath.engine.errors import InputError
from groundpath.engine.parsing import json_value, toml_table
from groundpath.loaders.relation_schema import read_schema


def test_json():
    with pytest.raises(json.JSONDecodeError, match="nested too deep"):
        json_value("[" * 100_000)


def test_toml(tmp_path):
    text = "a = " + "[" * 50_000
    with pytest.raises(tomllib.TOMLDecodeError, match="nested too deep"):
        toml_table(text)
    (tmp_path / "schema.toml").write_text(text)
    with pytest.raises(InputError, match=r"schema\.toml is not TOML: it is nested too deep"):
        read_schema(tmp_path / "schema.toml")
