"""Which tables state facts: a header names the columns, a first column names things, nothing is in doubt."""

import pytest
from groundpath.loaders.files.reading import read_file
from groundpath.loaders.files.tables import is_of_facts, table_facts
from groundpath.loaders.files.terms import Table
from made_files import page, word, workbook

FACTS = [["Part", "Price", "Maker"], ["Valve", "10", "Acme"], ["Seal", "–", "Borg Ltd"]]


def test_row_column_and_cell_make_a_fact():
    assert table_facts(Table(FACTS, headed=True)) == [
        ("Valve", "Price", "10"),
        ("Valve", "Maker", "Acme"),
        ("Seal", "Maker", "Borg Ltd"),
    ]


def test_the_column_of_names_may_be_without_one():
    assert table_facts(Table([["", "Price"], ["Valve", "10"], ["Seal", "2"]], headed=True))[0] == (
        "Valve",
        "Price",
        "10",
    )


@pytest.mark.parametrize(
    "rows",
    [
        [["Part", "Price"], ["Valve", "10"]],  # one row
        [["Part"], ["Valve"], ["Seal"]],  # one column
        [["Year", "CEO"], ["1998", "Lena Ortiz"], ["2015", "Priya Nair"]],  # years are told of, and no names
        [["Price", "Part"], ["€ 10", "Valve"], ["12 kg", "Seal"]],
        [["Part", "2019"], ["Valve", "10"], ["Seal", "2"]],  # a year is no relation
        [["Part", ""], ["Valve", "10"], ["Seal", "2"]],
        [["Part", "Price", "Price"], ["Valve", "10", "11"], ["Seal", "2", "3"]],  # which of the two?
        [["Part", "Price"], ["Valve", "10"], ["Valve", "11"]],  # orders, not things
        [["Part", "Price"], ["Valve", "10"], ["", "2"]],
        [["Part", "Price"], ["We have many valves.", "10"], ["Seal", "2"]],  # prose
        [["Part", "What we think of it after all these years"], ["Valve", "10"], ["Seal", "2"]],
    ],
)
def test_what_is_in_doubt_states_nothing(rows):
    assert not is_of_facts(Table(rows, headed=True))


def test_tables_without_a_header_or_with_merged_cells_state_nothing():
    assert table_facts(Table(FACTS, headed=False)) == []
    assert table_facts(Table(FACTS, headed=True, regular=False)) == []


def test_a_sheet_shows_its_header_by_bold_letters_or_by_values_below_it():
    people = [["Person", "City"], ["Lena", "Graz"], ["Tom", "Linz"]]
    assert read_file("p.xlsx", workbook(Staff=people)).tabled == ()
    assert read_file("p.xlsx", workbook(Staff=people)).text == "Person; City.\nLena; Graz.\nTom; Linz."
    assert read_file("p.xlsx", workbook(bold=True, Staff=people)).tabled == (
        ("Lena", "City", "Graz"),
        ("Tom", "City", "Linz"),
    )
    assert read_file("p.xlsx", workbook(Staff=[["Part", "Price"], ["Valve", 10], ["Seal", 2]])).tabled


def test_a_table_of_word_shows_its_header_by_bold_letters():
    assert read_file("p.docx", word(FACTS, bold=True)).tabled
    assert not read_file("p.docx", word(FACTS, bold=False)).tabled


def test_a_page_marks_its_header():
    marked = "<table><tr><th>Part<th>Price<tr><td>Valve<td>10<tr><td>Seal<td>2</table>"
    assert read_file("p.html", page("P", marked)).tabled == (("Valve", "Price", "10"), ("Seal", "Price", "2"))
    assert not read_file("p.html", page("P", marked.replace("<th>", "<td>"))).tabled
    assert not read_file("p.html", page("P", marked.replace("<td>2", "<td colspan=2>2"))).tabled
