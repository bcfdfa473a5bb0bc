"""What is left of a text when its layout is taken off."""

import pytest
from groundpath.engine.audit.layout import plain_lines


@pytest.mark.parametrize(
    ("table", "lines"),
    [
        (
            "| Engine | Built by |\n|---|---|\n| Fenn Unit | Halvard |\n| Tender | Halvard |\n",
            "engine: Fenn Unit | built by: Halvard\nengine: Tender | built by: Halvard\n",
        ),
        ("| # | Who | Mother |\n|:-:|---|--|\n| 1 | Anne | Eve |\n", "who: Anne | mother: Eve\n"),
        ("| Who | Does |\n|---|---|\n| Anne | sings songs |\n", "who: Anne | sings songs\n"),
    ],
)
def test_cells_stand_behind_the_names_of_their_columns(table: str, lines: str) -> None:
    assert plain_lines(table) == lines


@pytest.mark.parametrize(
    "table",
    [
        "| subject | relation | object |\n|---|---|---|\n| Anne | mother | Eve |\n",  # facts, read as such
        "| Claim | Why |\n|---|---|\n| Anne is the mother of Eve in this story. | known |\n",  # prose
        "| Claim | Why |\n|---|---|\n| Anne -> Eve | known |\n",
    ],
)
def test_tables_of_facts_and_of_prose_stay(table: str) -> None:
    assert plain_lines(table) == table
