"""Markdown is read as what its reader sees."""

import pytest
from groundpath.loaders.files.reading import read_file

PAGE = """\
---
tags: [robots]
title: "Acme"
---
# Acme Robotics

Acme was founded by **Lena Ortiz** in
[Graz](https://example.org/graz).<br>

| Year | CEO |
|------|-----|
| 1998 | Lena Ortiz |
| 2015 | |

## Leadership
1. Priya studied in *Vienna*.
   - She likes `snake_case`.

| a |
|---|
| b |
"""


def plain_text(markdown: str) -> tuple[str, str]:
    """Title and text of a file."""
    read = read_file("page.md", markdown.encode())
    return read.title, read.text


def test_marks_go_and_words_stay():
    assert plain_text(PAGE) == (
        "Acme",
        "Acme was founded by Lena Ortiz in Graz.\n\n"
        "Year: 1998; CEO: Lena Ortiz.\nYear: 2015.\n\n"
        "Leadership\n\n"
        "Priya studied in Vienna.\nShe likes snake_case.\n\n"
        "a: b.",
    )


@pytest.mark.parametrize(
    ("markdown", "title", "text"),
    [
        ("", "", ""),
        ("No marks at all.\r\nTwo lines.", "", "No marks at all. Two lines."),
        ("Title\n=====\n\nText", "Title", "Text"),
        ("Text\n\n# Later", "", "Text\n\nLater"),
        ("---\n\nA rule above.", "", "A rule above."),
        ("```\nx = 1\n```", "", "x = 1"),
    ],
)
def test_a_title_is_what_the_text_begins_with(markdown, title, text):
    assert plain_text(markdown) == (title, text)
