"""Words that say nothing of which relation is meant, and the small classes of them that readers ask for."""

ARTICLES = frozenset({"a", "an", "the"})
POSSESSIVES = frozenset({"his", "her", "hers", "their", "its", "my", "our", "your"})
PREPOSITIONS = frozenset("by in of to from with at for on as".split())
_LEMMA = dict.fromkeys(("is", "was", "were", "are", "been", "being", "s"), "be") | dict.fromkeys(
    ("has", "had", "having"), "have"
)

# Words that say nothing about which relation is meant.
EMPTY = frozenset(
    """
    a an the this that these those there here it he she they him her his hers its their theirs who whom
    whose which what where when why how one ones two some any each every all both other another same own
    such be do does did done have will would shall should can could may might must let get got and or
    but nor so then than thus hence therefore first next finally lastly also too as if because since
    while after before now again once later meanwhile furthermore moreover additionally overall of in on
    at to for from by with into onto upon about over under between among through during within not no
    never none nobody nothing know known knows find found see seen say said says think believe recall
    remember note given knowing according ok okay alright yeah yes well
    mention mentioned indeed actually really just only even still already perhaps
    probably likely possibly maybe apparently reportedly certainly clearly very quite rather well
    correctly memory far fact true name named names called call titled person people man woman
    individual thing entity someone somebody something i we you me us my our your place type kind sort
    number part time way case up
    """.split()
)


def lemma(word: str) -> str:
    """Forms of "be" and "have" as one."""
    return _LEMMA.get(word, word)
