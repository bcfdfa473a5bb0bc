"""The words in which a text points at something named before, and those that only look so."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

Phrases = Mapping[str, Sequence[list[str]]]
"""By their first word."""


def _by_first_word(phrases: Iterable[list[str]]) -> Phrases:
    found: defaultdict[str, list[list[str]]] = defaultdict(list)
    for said in phrases:
        found[said[0]].append(said)
    return dict(found)


PERSONAL = frozenset(
    """
    he she it they him them his her hers their theirs its
    er sie ihm ihn dieser diese dieses ihr ihre sein seine 他 她 它
    """.split()
)
RELATIVE = frozenset({"who", "which", "whose", "whom"})
# "find out who teaches at T": "who" asks there, and stands for no one named before.
BEFORE_QUESTIONS = frozenset("out find determine identify know ask asks establish check wonder see".split())
DEMONSTRATIVES = frozenset({"that", "this", "these", "those", "said", "the"})
DEFINITE = frozenset({"the", "said"})
ORDERING = frozenset({"next", "last", "previous", "following"})  # "the next thing is …"
# "The mother of H", "the father in question": not spoken of, but told apart.
BEHIND_ROLES = frozenset("of in for to at on from by that which who whose and or here as we i you".split())
# "the place just found", "the relative reached in this way", "the person to whom this leads"
FOUND = frozenset(
    """
    found reached identified obtained established named mentioned discovered located determined derived met
    described introduced
    """.split()
)
BEFORE_FOUND = frozenset("that which whom just we i have has had been already previously thus now".split())
BEHIND_FOUND = _by_first_word(
    phrase.split()
    for phrase in "so far|thus far|in this way|this way|above|before|here|earlier|just now".split("|")
)
LED_TO = _by_first_word(
    phrase.split()
    for phrase in (
        "we arrived at|arrived at|in question|to whom this leads|to which this leads|this leads to"
    ).split("|")
)
# Behind "this" and "that": parts of the reasoning, and verbs.
ABSTRACT = frozenset(
    """
    also answer answers another brings case chain chains conclusion connection could evidence fact facts
    finding follows from gets gives goes have holds information implies indicates just knowledge leads
    leaves line makes matter means might moment much must only paper part path point points question reason
    reasoning relation relationship result results same settles should shows side some statement step steps
    search hunt quest query lookup inquiry investigation deduction derivation
    suggests takes tells text time token
    that then there they thing third time turn turns very walk were what when
    which will with work would yields your question
    """.split()
)
BEFORE_OBJECTS = frozenset("of in into on onto from for by with at to through".split())
# Behind "in this" and "of that": what sets a scene, and is nothing that was named.
SETTINGS = frozenset(
    """
    year month week day date time moment period era age century decade season kind type sort way manner sense
    context respect regard role capacity form list table graph data dataset account purpose occasion category
    process method approach instance situation example setting section set subset sentence summary
    """.split()
)
# What stands between "the" and a noun that was named before; a hyphen is a mark.
SAME = _by_first_word(
    phrase.split("_")
    for phrase in (
        "same|very|said|selfsame|aforementioned|abovementioned|aforesaid|last__mentioned|last_mentioned"
        "|last__named|last_named|above__mentioned|above__named|just__mentioned|just__named|previously_mentioned|before__mentioned"
    ).split("|")
)
POST = re.compile(r".(?:[ts]or|er|ant|ent|ist|ian|man|lady|lord|ess|head|chief)$")  # what someone may be
LONGEST_ROLE = 3  # words of "lead graphic designer"
# "what they call" by people in general; "Max is a he"
NO_ONE = (["what", "they"], ["a", "he"], ["a", "she"])
MODALS = frozenset("may can could might must should would will".split())
UNDERSTANDING = frozenset("understand recall remember see have".split())
SEEMING = frozenset("follows seems appears turns means".split())
CLEFTS = frozenset({"that", "who", "where", "which", "whom"})
OWED_BIRTH = (["owe", "birth"], ["owes", "birth"], ["owed", "birth"])
TELLING = frozenset(
    "graph data dataset database kg records sources archives files facts entries triples".split()
)
BEFORE_CLAUSES = frozenset({"and", "that", "since", "because"})
LATTER = frozenset({"latter", "former"})
NOUNS = frozenset(
    """
    one person man woman individual figure people lady gentleman guy boy girl child ruler monarch king queen
    prince princess emperor empress duke duchess place city town village country nation region state
    island film movie book novel song album track recording release band group team company organisation
    organization institution school university work artist actor actress author writer composer singer
    entity thing disease condition gene drug compound protein animal species firm business agency department
    office foundation museum hospital church building house bridge tower ship vessel boat station airport
    river lake mountain hotel park garden farm estate painting poem play opera symphony magazine newspaper
    journal club league tournament festival award prize programme program project treaty battle war
    """.split()
)
# "his life", "her death": part of a phrase, not of anyone's relation.
PHRASAL = frozenset(
    """
    part turn case life end death last final days home living way name own first breath moments hours years
    words rest lifetime craft trade skills
    """.split()
)
ENDING = frozenset("ended ends ending took takes claimed claims cost costs".split())
ORDINAL = frozenset({"first", "last", "final"})
NO_PARTICIPLES = frozenset("based indeed related compared united need speed".split())
WHERE = frozenset({"there"})
BEFORE_EXPLETIVES = frozenset(
    """
    that and but so if because since as or whether then while where when now know think almost nearly getting
    way
    """.split()
)
FIRST_WORDS = PERSONAL | RELATIVE | DEMONSTRATIVES | WHERE
REFERRING = (
    (FIRST_WORDS - DEFINITE)
    | LATTER
    | FOUND
    | {
        word
        for same in (SAME, LED_TO)
        for phrases in same.values()
        for said in phrases
        for word in said
        if word
    }
)  # one of them is in every reference
