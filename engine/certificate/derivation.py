"""Whether rules give a fact from others: forward chaining over the few facts of a claim."""

import re
from collections.abc import Collection, Iterator, Sequence

from ..terms import Triple

_ATOM = re.compile(r"(?P<relation>.+?)\((?P<first>[xyz]), (?P<second>[xyz])\)(?: & | => |$)")
_MOST_ROUNDS = 16

Atom = tuple[str, str, str]  # the relation, and the variables of its head and its tail


def atoms_of(rule: str) -> list[Atom]:
    """The atoms of a rule, the last of them what follows.

    >>> atoms_of("parent(x, z) & parent(z, y) => grandparent(x, y)")
    [('parent', 'x', 'z'), ('parent', 'z', 'y'), ('grandparent', 'x', 'y')]

    Raises:
        ValueError: it is no rule of one atom or two.
    """
    found = list(_ATOM.finditer(rule))
    if not 2 <= len(found) <= 3 or "".join(atom[0] for atom in found) != rule:
        raise ValueError(f"{rule!r} is no rule")
    atoms = [(atom["relation"], atom["first"], atom["second"]) for atom in found]
    if not set(atoms[-1][1:]) <= {variable for atom in atoms[:-1] for variable in atom[1:]}:
        raise ValueError(f"{rule!r} is no rule")
    return atoms


def follows(fact: Triple, facts: Collection[Triple], rules: Sequence[str]) -> bool:
    """Whether rules, each applied as often as need be, give a fact from some others.

    >>> follows(
    ...     Triple("ann", "grandparent", "cid"),
    ...     [Triple("ann", "parent", "bob"), Triple("bob", "parent", "cid")],
    ...     ["parent(x, z) & parent(z, y) => grandparent(x, y)"],
    ... )
    True

    Raises:
        ValueError: a text is no rule.
    """
    known = set(facts)
    read = list(map(atoms_of, rules))
    for _ in range(_MOST_ROUNDS):
        new = {one for *body, head in read for one in _given(body, head, known)} - known
        if not new or fact in known:
            break
        known |= new
    return fact in known


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
