"""A small family with a rule, and texts that a judge says different things of."""

from groundpath.engine.rules.rule import Atom, Rule
from groundpath.engine.terms import Triple

FACTS = [
    Triple(*line.split(" | "))
    for line in """\
Ann Berg | parent | Bob Berg
Bob Berg | parent | Cid Berg
Ann Berg | born in | Oslo
Bob Berg | born in | Rome
Dora Lund | employer | Acme
Cid Berg | year of birth | 1901
Acme | located in | Rome""".splitlines()
]
RULES = [Rule("grandparent", (Atom("parent"), Atom("parent")))]
TEXTS = {
    "supported": "1. Ann Berg's parent is Bob Berg.\n2. Bob Berg was born in Rome.",
    "inferred": "1. Ann Berg's grandparent is Cid Berg.",
    "otherwise": "1. Ann Berg was born in Rome.",
    "denied": "1. Ann Berg was not born in Oslo.",
    "turned": "1. Bob Berg's parent is Ann Berg.",
    "supposed": "1. Ann Berg may have been born in Oslo.",
    "unread": "1. Dora Lund painted Acme green.",
    "apart": "1. Dora Lund played chess with Cid Berg.",
    "value": "1. Cid Berg's year of birth is 1950.",
}
