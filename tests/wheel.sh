# Runs the installed wheel in the current folder, which must be a virtual environment; ROOT holds the examples.
set -euo pipefail
export GROUNDPATH_STORE=embedded:store GROUNDPATH_EXT=cython PATH="$PWD/bin:$PATH"
groundpath --version
python -c 'import groundpath, pathlib, sys; assert pathlib.Path(groundpath.__file__).is_relative_to(sys.prefix), groundpath.__file__'
python -c 'import importlib.util; assert not importlib.util.find_spec("groundpath.setup"), "setup.py is in the wheel"'
groundpath load triples "$ROOT/examples/royals.tsv" --kg royals
groundpath audit "$ROOT/examples/royals.jsonl" --kg royals --html report.html | tail -n 12
groundpath paths royals "Edmund Tudor 1st Earl of Richmond" "Elizabeth of York" --json | grep -q margaret_beaufort
test -s report.html
{ groundpath serve 2>&1 || true; } | grep -q "pip install 'groundpath\[serve\]'"
python -c 'from importlib.resources import files; assert (files("groundpath.engine.serve") / "static/js/check.js").is_file()'
echo "the wheel works"
