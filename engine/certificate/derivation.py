"""Whether rules give a fact from others: forward chaining over the few facts of a claim."""

from collections.abc import Collection, Iterator, Sequence

from ..terms import Triple

_VARIABLES = frozenset("xyz")
_MOST_ROUNDS = 16

Atom = tuple[str, str, str]
"""A relation, and the variables of its head and its tail."""
Atoms = tuple[Atom, ...]
"""A rule: the one atom or two of its body, then what follows."""


def follows(fact: Triple, facts: Collection[Triple], rules: Sequence[Atoms]) -> bool:
    """Whether rules, each applied as often as need be, give a fact from some others.

    >>> follows(
    ...     Triple("ann", "grandparent", "cid"),
    ...     [Triple("ann", "parent", "bob"), Triple("bob", "parent", "cid")],
    ...     [(("parent", "x", "z"), ("parent", "z", "y"), ("grandparent", "x", "y"))],
    ... )
    True

    Raises:
        ValueError: a rule has not one atom or two in its body, or other variables than x, y and z, or its
            head has one that its body has not.
    """
    known = set(facts)
    for rule in rules:
        _check(rule)
    for _ in range(_MOST_ROUNDS):
        new = {one for *body, head in rules for one in _given(body, head, known)} - known
        if not new or fact in known:
            break
        known |= new
    return fact in known


def _check(rule: Atoms) -> None:
    body, head = rule[:-1], rule[-1:]
    used = {variable for atom in body for variable in atom[1:]}
    if not 1 <= len(body) <= 2 or not used <= _VARIABLES or not set(head[0][1:]) <= used:
        raise ValueError(f"{rule!r} is no rule")


def _given(body: Sequence[Atom], head: Atom, known: Collection[Triple]) -> Iterator[Triple]:
    bound: list[dict[str, str]] = [{}]
    for relation, first, second in body:
        bound = [
            {**one, first: fact.head, second: fact.tail}
            for one in bound
            for fact in known
            if fact.relation == relation
            and one.get(first, fact.head) == fact.head
            and one.get(second, fact.tail) == fact.tail
        ]
    for one in bound:
        yield Triple(one[head[1]], head[0], one[head[2]])
