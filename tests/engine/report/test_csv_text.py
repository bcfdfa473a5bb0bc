"""CSV that a spreadsheet opens runs nothing and hides nothing."""

import csv
import io

import pandas as pd
import pytest
from groundpath.engine.report.csv_text import cell, csv_of_frame, csv_of_rows

FORMULAS = ["=cmd|'/C calc'!A0", "+1+cmd", "-2+3+cmd", "@SUM(A1)", "\t=1", "＝1+1", "\r=1"]


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_is_a_formula(text):
    rows = csv_of_rows([{"model": text, text: 1}])
    frame = csv_of_frame(pd.DataFrame([[text]], columns=[text], index=[text]), index=True)
    for written in (rows, frame):
        for row in csv.reader(io.StringIO(written)):
            assert not any(one.startswith(tuple("=+@-\t\r＝")) for one in row)


@pytest.mark.parametrize("value", [-0.25, "-0.25", "+3", "-1e-3", "12%", "plain", None, 3])
def test_numbers_and_texts_stay(value):
    assert cell(value) == value


def test_what_is_hidden_is_written_out():
    assert csv_of_rows([{"model": "a\u202eb\x1b[2J"}]) == "model\na⟨U+202E⟩b⟨U+001B⟩[2J\n"
