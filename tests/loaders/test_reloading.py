"""Which documents of a graph a source is asked about when it comes again."""

from groundpath.loaders.documents import load_documents


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
