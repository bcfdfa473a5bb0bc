"""Characters that nobody sees, and cells that a spreadsheet runs: what is shown of names."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

from frame import Trial, attack, groundpath
from groundpath.engine.report.csv_text import csv_of_rows
from loaded import load

HIDDEN = (
    *range(1, 9), 0xB, 0xC, *range(0xE, 0x20), 0x7F, 0x80, 0x85, 0x9B, 0x2028, 0x2029, *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
)  # fmt: skip


@attack("control and bidirectional characters")
def hidden(folder: Path) -> Iterator[Trial]:
    """They are refused, or written out wherever a name is shown; they are never printed as they are."""
    names = {chr(code): f"al{chr(code)}va {code}" for code in HIDDEN}
    kept: list[str] = []
    for sign, name in names.items():
        (folder / "facts.jsonl").write_text(json.dumps([name, "spouse", f"Born {ord(sign)}"]) + "\n")
        done = load(folder, "triples", "facts.jsonl", "--kg", "g")
        kept += [sign] if done.code == 0 else []
        yield Trial(
            f"U+{ord(sign):04X} while it is loaded", done.clear and _harmless(done.out + done.err), str(done)
        )
    for sign in kept:
        name = names[sign]
        row = {"id": name, "cot": f"1. The spouse of {name} is Born {ord(sign)}.", "model": name}
        (folder / "chains.jsonl").write_text(json.dumps(row) + "\n")
        for file in ("v.jsonl", "page.html"):
            (folder / file).unlink(missing_ok=True)
        audit = groundpath(
            folder, "audit", "chains.jsonl", "--kg", "g", "--out", "v.jsonl", "--html", "page.html"
        )
        shown = [
            audit,
            groundpath(folder, "explain", "v.jsonl"),
            groundpath(folder, "compare", "v.jsonl", "--names", name, "--csv"),
            groundpath(folder, "info", "g"),
            groundpath(folder, "paths", "g", name, f"Born {ord(sign)}"),
        ]
        page = (folder / "page.html").read_text("utf-8") if (folder / "page.html").exists() else ""
        texts = [*(done.out + done.err for done in shown), page]
        bad = [text for text in texts if not _harmless(text)]
        clear = all(done.clear for done in shown)
        yield Trial(
            f"U+{ord(sign):04X} where it is shown",
            clear and not bad,
            repr(bad or list(map(str, shown)))[:600],
        )


def _harmless(text: str) -> bool:
    return not any(ord(sign) in HIDDEN for sign in text)


STARTS = ("=", "+", "-", "@", "\t=", "\r=", "\n=", "＝", "＋", "－", "＠", "=-", "+-1", "--1")
BODIES = ("cmd|'/C calc'!A0", "SUM(A1:A9)", 'HYPERLINK("http://x")', "1+1", "A1")


@attack("formulas of spreadsheets")
def formulas(_folder: Path) -> Iterator[Trial]:
    """No cell of CSV is one that a spreadsheet runs."""
    for start in STARTS:
        for body in BODIES:
            written = csv_of_rows([{"model": start + body, start + body: "x"}])
            cells = [cell for row in csv.reader(io.StringIO(written)) for cell in row]
            right = not any(cell[:1] in "=+-@\t\r\n＝＋－＠" for cell in cells if cell)
            yield Trial(repr(start + body), right, repr(written))
