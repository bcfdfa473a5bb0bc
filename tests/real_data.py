"""The data sets that tests run on: real ones, cut to what tests need (data/README.md)."""

from pathlib import Path

DATA = Path(__file__).parent / "data"
PATHQUESTION = DATA / "pathquestion"
LABELLED_CHAINS = DATA / "cot_audit" / "dev.jsonl"
CWQ = DATA / "cwq"
MULTIHOP = DATA / "multihop"
FB15K237 = DATA / "fb15k237"
INSPECT_LOG = DATA / "inspect_log" / "family.eval"
