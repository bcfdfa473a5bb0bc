"""What is in the tree is in the wheel: every package is listed, and imports keep one way."""

import ast
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
OUTSIDE = {"tests", "bench", "docker", "examples", "docs", "training", "build", "dist"}


def test_every_package_is_listed_in_pyproject():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    found = {
        ".".join(("groundpath", *folder.parts))
        for folder in (p.parent.relative_to(ROOT) for p in ROOT.rglob("__init__.py"))
        if not any(part.startswith(".") for part in folder.parts)
        and folder.parts[:1] not in [(o,) for o in OUTSIDE]
    }
    statements = {f"groundpath.cypher.{file.parent.name}" for file in ROOT.glob("cypher/*/*.cypher")}
    assert found | statements == set(settings["packages"])


def test_public_names_import():
    import groundpath

    for name in groundpath.__all__:
        assert getattr(groundpath, name) is not None


def test_public_names_are_one_table():
    """What `groundpath.NAME` imports, what a type checker sees, and what `dir` and `*` give are the same."""
    import groundpath

    (checked,) = (
        node.body
        for node in ast.parse((ROOT / "__init__.py").read_text("utf-8")).body
        if isinstance(node, ast.If)
    )
    seen = {
        name.asname: node.module if name.asname == name.name else f"{node.module}.{name.name}"
        for node in checked
        for name in node.names
    }
    assert seen == groundpath._HOME | groundpath._MODULES
    assert sorted(groundpath.__all__) == sorted({*seen, "__version__"}) == dir(groundpath)


def test_statements_open_with_a_header():
    for file in sorted((ROOT / "cypher").rglob("*.cypher")):
        header = [line for line in file.read_text("utf-8").splitlines() if line.startswith("//")]
        said = " ".join(header)
        missing = [
            word for word in ("Purpose:", "Parameters:", "Returns:", "Access:", "Engine:") if word not in said
        ]
        assert not missing, f"{file.name} lacks {missing} in its header"
