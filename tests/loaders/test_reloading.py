"""Which documents of a graph a source is asked about when it comes again."""

from time import perf_counter

from groundpath.loaders.documents import load_documents
from groundpath.loaders.report import Counts


def test_files_beside_a_folder_of_a_longer_name_are_not_of_it(store, tmp_path):
    for name in ("notes", "notes2"):
        (tmp_path / name / "more").mkdir(parents=True)
        (tmp_path / name / "more" / "a.txt").write_text(f"Of {name}.", "utf-8")
        (tmp_path / name / "b.txt").write_text(f"It stays in {name}.", "utf-8")
    load_documents(store, "kg", [tmp_path / "notes", tmp_path / "notes2"], embed=False)
    for name in ("notes", "notes2"):
        (tmp_path / name / "more" / "a.txt").unlink()
    report = load_documents(store, "kg", tmp_path / "notes", embed=False)
    assert report.gone == (str(tmp_path / "notes" / "more" / "a.txt"),)


def test_the_time_of_many_named_files_grows_with_their_number_alone(store, tmp_path):
    """Each of the graph's documents is not compared with each of the files."""
    rows = "".join(f'{{"id": "{n}", "text": "Row {n}."}}\n' for n in range(3000))
    (tmp_path / "rows.jsonl").write_text(rows, "utf-8")
    load_documents(store, "kg", tmp_path / "rows.jsonl", embed=False)
    files = [tmp_path / f"{n}.jsonl" for n in range(3000)]
    for file in files:
        file.write_text('{"id": "one", "text": "The same row."}', "utf-8")
    started = perf_counter()
    report = load_documents(store, "kg", files, embed=False)
    assert report.documents == Counts(new=1)
    assert perf_counter() - started < 10
