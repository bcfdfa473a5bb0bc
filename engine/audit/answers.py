"""Where a chain of thought gives its answer, and whether that answer is right."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..names import WORD, normalise
from ..text.sentences import split_sentences

# Of a text in lower case. Most places are passed over by what stands before them, or by their first letter.
_CUE = re.compile(
    r"""
    (?<![a-z])(?:\b(?=[adeilmortwо])(?:
    # "the final answer to the question is", but not "the road to the answer: …"
    (?<!road[ ]to[ ])(?<!way[ ]to[ ])(?<!path[ ]to[ ])(?<!route[ ]to[ ])(?<!key[ ]to[ ])(?<!plan[ ]for[ ])
    (?:the|my|our)\s+(?:(?:final|correct|right|short)\s+)?answers?\s*
    (?:to\s+(?:the|this|your)\s+(?:\w+\s+)?question\s*)?
    (?:(?:that\s+|which\s+)?(?:i|we|you|they|one)\s+(?:\w+\s+){1,5}?)?  # "the answer I can give you is"
    (?:(?:given|reached|found|obtained|returned|offered|required|wanted|desired|here|arrived\s+at)\s+)?
    (?:
        (?:is|are|was|were|(?:must|should|would|will)\s+be)\b(?:\s+(?:therefore|thus|then)\b)?
        | (?:(?:therefore|thus|then)\s+)?(?:comprises|consists\s+of)\b
        | (?<=answer)['’]s\b
        | (?=[:：=])
    )
    # the same in other languages: "Die Antwort ist", "La réponse est", "La respuesta es", "Ответ:"
    | (?:(?:die|la|a)\s+)?(?:endgültige\s+)?(?:antwort|réponse|respuesta|risposta|resposta)\s*
      (?:fin(?:al|ale)\s+)?(?:(?:ist|lautet|war|est|es|è|é)\b(?:\s*[:：])?|(?=[:：]))
    | ответ\s*(?:[—–-]|(?=[:：]))
    # "The entity we are looking for is X"
    | (?:the|our)\s+\w+\s+(?:that\s+|which\s+)?(?:(?:we|you|i)\s+)?(?:(?:are|were|am|was)\s+)?
      (?:looking\s+for|looked\s+for|searching\s+for|searched\s+for|sought|asked\s+(?:for|about))
      \s+(?:is|are|was|were|(?:must|should|would|will)\s+be)\b(?:\s+(?:therefore|thus|then)\b)?
    # "I'd answer X", "To answer the question: X"
    | (?:i|we)(?:\s+(?:would|will|can|must|should)|['’](?:d|ll))?\s+(?:therefore\s+|thus\s+)?answer
      (?:\s+(?:that\s+)?(?:it\s+is|with|is))?(?=[\s:：])(?!\s+(?:by|in|from|to|what|exactly|only|(?:the|this|that|your|my|any|it)\s+(?:\w+\s+)?(?:question|query|prompt|step)|(?:this|that|it)\s+(?:by|from|in|using|directly|easily|step))\b)
    | to\s+answer\s+(?:the|this|your)\s+(?:\w+\s+)?question\s*(?=[:：])
    )
    # "Answer:" at the start of a line or sentence
    | (?P<label>
        (?:^(?:(?!\n)[\W\d_]){0,12}|(?<=[.!?][ ]))
        (?:(?:final|correct|short)\s+)?answers?\s*(?:\([^()\n]*\)\s*)?(?=[:：=]|[*_ ]*\n)
      )
    )
    | (?=[{\s"'答回$\\])(?:
    # as a member of JSON: {"answer": "X"}
      (?P<member>\{?\s*["'](?:final[_ ])?answer["']\s*(?=:))
    | (?:答案|回答)\s*(?:是|为|为：|(?=[:：]))
    | (?=(?:(?:\${1,2}|\\[(\[])\s*)?\\boxed\s*\{)
    )
    """,
    re.MULTILINE | re.VERBOSE,
)
# The answer before its cue: "Thus, X is the answer.", "That makes X the answer."
_TURNED = re.compile(
    r"""
    \W*(?:step[ \t]+\d{1,2}\W+|\d{1,2}\W+)?
    (?:(?:that|this)[ ](?:settles[ ]it|does[ ]it)[:,.][ ])?
    (?:(?:and[ ])?(?:so|thus|hence|therefore|consequently|accordingly|finally|ultimately|overall
        |in[ ]conclusion|to[ ]conclude|in[ ]short|in[ ]the[ ]end|as[ ]a[ ]result
        |as[ ]such|all[ ]in[ ]all|given[ ](?:this|that|the[ ]above)|based[ ]on[ ](?:this|that|the[ ]above)
        |(?:taken|putting[ ](?:it|this|that|all[ ]of[ ]this))[ ]together)[,:]?[ ]+)*
    (?:
        (?:(?:that|this|these|which|it|we|all[ ]of[ ](?:that|this))(?:[ ](?:steps|facts|together|all))?[ ]
            (?:makes?|means?|leaves?|gives?|yields?|has|have|gets?|points?|leads?|brings?|takes?|results?)
            (?:[ ]us)?(?:[ ](?:with|to|at|in))?[ ]
            (?P<made>[^\n]{1,300}?)[ ](?:as[ ])?(?:the|our|my)
        | (?P<stated>[^\n]{1,300}?)[ ](?:is|are|was|were|must[ ]be|should[ ]be|would[ ]be|becomes)[ ]
            (?:(?:therefore|thus|hence|then|indeed|clearly)[ ])?(?:the|our|my|(?=what\b)))
        (?:[ ](?:(?:final|correct|right)[ ])?answer
            (?:[ ](?:to[ ](?:the|this|your)(?:[ ]\w+)?[ ]question|here
                |we[ ](?:seek|need|want|are[ ]looking[ ]for)))?
            |what[ ](?:the|this|your)[ ]question[ ](?:asks[ ]for|wants|calls[ ]for|is[ ]after|seeks))
        \W*
    )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_TURNED_CUE = re.compile(
    r"\b(?:(?:the|our|my)\s+(?:(?:final|correct|right)\s+)?answer|what\s+(?:the|this|your)\s+question)\b",
    re.IGNORECASE,
)
_LONGEST_CUE = 60  # characters before its hint, of those who look for what they are asked
_LONGEST_CUE_OF_ANSWERS = 30  # before "answer": "I would therefore answer"
_LONGEST_CONCLUDING = 20  # characters of "Consequently, "
_BEFORE_CUE = 400
_AFTER_CUE = 60
_DANGLING = re.compile(r"(?:^|\s)(?:to|of|for|with|from|at|on|in)$")  # "this brings us closer to the answer"
_POINTING = frozenset({"this", "that", "it", "which", "he", "she", "they", "here", "what"})
# A whole last line or sentence that gives the answer under another heading, or behind a sign.
_LAST_LINE = re.compile(
    r"""\W*?(?:[A-Z][a-z]+:[ ])?
    (?: (?:(?:my|our|the)[ ])?
        (?:final|conclusion|result|solution|ans|output|outcome|verdict|resolution|reply|a|label|response
          |prediction|predicted|value|q\.?e\.?d\.?|bottom[ ]line)
        (?:[ ](?:answer|result|conclusion|value))?[*_]*[ ]*(?:[:：=→⇒]|[–—-]>?|\.(?=[ ])|,{1,3}(?=\S))
      | (?:
          (?:(?:so|thus|hence|therefore|and)[ ,]+)*(?:the|our|my)[ ]
          (?:(?:final|requested|required|wanted|desired|sought(?:-after)?|target)[ ]
              (?!(?:piece|step|hop|link|fact|part|relation|thing|point|stage|question|move)s?\b)
              (?:[a-z]+[ ]){1,4}?
            |(?:[a-z]+[ ]){1,5}?(?:in[ ]question|asked[ ]for
              |(?:we|you|i)[ ](?:want|need|seek|(?:were|are)[ ]after))(?=[ :]))[ ]?(?:is|was|are|:)
          (?:[ ](?:therefore|thus|then|hence))?(?=[ ])
        | (?:so[ ,]+|and[ ,]+)?what(?:['’]s|[ ]is|[ ]was)[ ]the[ ][^\n?]{1,60}\?
        | the[ ](?:[a-z]+[ ]){1,4}?(?:is|was)[ ](?=[^\n]*,[ ]which[ ]answers[ ]the[ ]question\W*\Z)
        | that[ ]would[ ](?:then[ ])?be[ ](?!(?:[a-z]+(?:ly|ed)|enough)\b)
        )
        # what says more of a thing than its name claims something
        (?![ ]?(?:(?:the|an?|her|his|its|their)[ ](?-i:[a-z])
            |(?:that|to|what|why|where|whether|how|who|when|because|it)\b)
          |[^\n]*(?:['’]s\b|,[ ](?:the|who|whose|an?|her|his)\b))
      | (?:and[ ]|so[ ])?(?:there[ ](?:we|you)[ ]have[ ]it[:,]|(?:that|this|which)[ ]makes[ ]it[ ])
      | in[ ]short: | tl;?dr\b:?
      | 👉 | ✅ | ➡\ufe0f? | => | -> | [→⇒∴=] | i\.e\.,?
    )[*_ ]*
    (?P<answer>[^\n]{1,300}?)(?:,[ ]which[ ]answers[ ]the[ ]question)?\W*
    """,
    re.IGNORECASE | re.VERBOSE,
)
# "This makes X the place of birth of H's mother.", but not "This makes X the mother of H."
_MADE = re.compile(
    r"\W*(?:this|that|which|it) (?:makes|leaves|yields|gives)(?: us)? (?P<answer>[^\n]{1,300}?) "
    r"(?:as )?(?:the|her|his|its|their) (?-i:[a-z]+(?: [a-z]+){0,3}) of\b[^\n]*(?:\bof\b|['’]s\b)[^\n]*",
    re.IGNORECASE,
)
# The answer before everything, then what speaks for it: "X. Why? …", "X\nReasoning: …"
_ANSWER_FIRST = re.compile(
    r"""
    \W{0,20}+(?!(?:sure|ok|okay|great|certainly|absolutely|alright|here|good|yes|no|so|well)\b)
    (?P<answer>\S(?:(?!\.\s)[^\n:?!]){0,80}?)
    (?:[.!]\s+|[.!:]?[ ]*\n\s*|[ ](?-i:(?=[A-Z]))|\s+[–—-]+\s+(?=\w+\s+follows?\b))
    (?:why\?|because:
      |(?:the\s+|my\s+)?(?:reasoning|explanation|rationale|justification|reasons?|proof)(?:\s*:|\s+follows?\b[.:]?)
      |here(?:['’]s|\s+is)\s+(?:why|how|the\s+reasoning|my\s+reasoning)\s*[:.])
    """,
    re.IGNORECASE | re.VERBOSE,
)
# One of these words stands in every cue, or "answer".
_HINTS = (
    "looking for", "looked for", "searching for", "searched for", "sought", "asked",
    "what the question", "what this question", "what your question",
    "boxed", "antwort", "réponse", "respuesta", "risposta", "resposta", "ответ", "答案", "回答",
)  # fmt: skip
# Between cue and answer. The answer may stand on the next line only when that is the last one.
_GAP = re.compile(r"[ \t*_:：=]*(?:\n\s*+(?=[^\n]*+\s*\Z))?[ \t*_]*")
_BOXED = re.compile(r"(?:(?:\${1,2}|\\[(\[])\s*)?\\boxed\s*\{((?:[^{}]|\{[^{}]*\})*)\}(?:\s*\\[)\]]|\$*)")
# "(X)" that is the whole answer, with one more pair inside: "(male (the gender))".
_BRACKETED = re.compile(
    r"(?:\((?:[^()\n]|\([^()\n]*\))*\)|\[[^\[\]\n]*\]|（[^（）\n]*）)(?=[\s*_]*(?:[.。!,;]|$))", re.MULTILINE
)
_AFTER_ANSWER = re.compile(r"[ \t.。*_]*")
_MAY_PART = re.compile(r"[.!?;。！？；\n]")  # without one there is one sentence
_CONCLUDING = re.compile(r"(?<=\s)(?:So|Thus|Hence|Therefore|Consequently|Accordingly)\b[,:]?[ ]+$")
# A statement before the answer in its sentence: "A stars in B, so the answer is".
_REASON_FIRST = re.compile(
    r"(?:\S+\s+){3,}?\S+(?=(?:[,;]|\s(?:->|=>|→|⇒))\s+(?:and\s+)?"
    r"(?:so|therefore|thus|hence|accordingly|consequently|it\s+follows|we\s+(?:can\s+)?conclude"
    r"|(?:this|that|which)\s+(?:means|makes|gives)|(?<=;\s)(?:(?:my|our|the)\s+(?:final\s+)?answer|i|we))\b)"
)
# The same where it opens with that: "Since A is by B, the answer is".
_SINCE_FIRST = re.compile(
    r"\W*(?:since|because|as|given\s+that)\s+(?:\S+\s+){3,}?\S+"
    r"(?=,\s+(?:the|my|our|i|we)\b[^,]*\Z)",
    re.IGNORECASE,
)
# "Ask whose child H is, and the answer is Anne." is a step.
_ASKS = re.compile(
    r"\W*(?:step[ \t]+\d+|\w+[ \t]+[ivx\d]+|\d+)?\W*(?:(?:if|when) (?:you|we|one|i) )?asks?\b.*,",
    re.IGNORECASE,
)
# "For H, the mother we are looking for is Eve."
_OF_ONE = re.compile(r"\W*(?:\w+\W{1,3}){0,2}(?:for|from)\b[^\n.!?]*,\s*$", re.IGNORECASE)
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_LATEX_MATHS = re.compile(r"\\[(\[]\s*|\s*\\[)\]]")
_LATEX_TEXT = re.compile(r"\\(?:text|textbf|mathrm|mathbf)\s*\{([^{}]*)\}")
_ABBREVIATION = re.compile(r"\b(?:\w\.){2,}$")
_ENCLOSING = dict(zip("([（【“‘«「\"'`$", ")]）】”’»」\"'`$", strict=True))
_WHY_BEHIND = re.compile(
    r"\s*;\s*(?:the\s+|my\s+)?(?:reasons?|reasoning|explanation|details|steps|why|here)\b.*", re.IGNORECASE
)
_LONGEST_ANSWER = 2000


class Answer(NamedTuple):
    """An answer, and where in the text the sentence stands that gives it."""

    text: str
    start: int
    end: int


def find_answers(text: str) -> list[Answer]:
    r"""The answers that a chain gives, in order of appearance; the last one is meant.

    Known forms: "So the answer is (X).", "Therefore, the final answer is X", "The answer to the question
    is: X", "Answer: X", "\boxed{X}", "Thus, X is the answer", with or without emphasis, quotes and full stop.

    >>> [answer.text for answer in find_answers("So the answer is (Henry VII).")]
    ['Henry VII']
    """
    lower = _in_lower_case(text)
    # A cue begins not far before its hint; the reasoning before it need not be looked through.
    places = [place - _LONGEST_CUE for hint in _HINTS if (place := lower.find(hint)) >= 0]
    if (place := lower.find("answer")) >= 0:
        places.append(place - _LONGEST_CUE_OF_ANSWERS)
    if not places:
        return _on_last_line(text)
    found: list[Answer] = []
    end = 0
    place = max(0, min(places))
    while cue := _CUE.search(lower, place):
        answer, place = _read(text, cue.end())
        start = _sentence_start(text, end, cue)
        if answer and not answer.endswith("?"):
            if not _is_of_a_step(text, start, place, cue.start()):
                found.append(Answer(answer, start, place))
            end = place
        else:
            place = max(cue.end(), cue.start() + 1)
    answers = sorted([*found, *_turned(text, found, end)], key=lambda answer: answer.start)
    return answers or _on_last_line(text)


def _is_of_a_step(text: str, start: int, end: int, cue: int) -> bool:
    """Whether an answer is that to a question which a step asks, and more follows it."""
    asked = text[max(0, start - 2) : start].rstrip(" ").endswith("?")
    more = text[end:].strip() != ""
    told = more and _OF_ONE.fullmatch(text, start, cue)
    return (asked and more) or bool(told or _ASKS.match(text, start, cue))


def _in_lower_case(text: str) -> str:
    """A text in lower case, character by character, so that every place stays the same."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(low if len(low := character.lower()) == 1 else character for character in text)


def _on_last_line(text: str) -> list[Answer]:
    """The answer of a last line that only gives one: "Result: X", "→ X"."""
    end = len(text.rstrip())
    start = text.rfind("\n", 0, end) + 1
    line = _LAST_LINE.fullmatch(text, start, end)
    sentences = split_sentences(text[start:end][-_LONGEST_ANSWER:])
    if line is None and sentences:
        start = text.rindex(sentences[-1], start, end)
        line = _LAST_LINE.fullmatch(text, start, end) or _MADE.fullmatch(text, start, end)
    answer = _bare(line["answer"]) if line else ""
    if answer.count('"') == 1:
        answer = answer.strip('"')  # its other one stands behind the last letter of the line
    return [Answer(answer, start, end)] if answer else _at_the_start(text)


def _at_the_start(text: str) -> list[Answer]:
    """The answer of a text that begins with it, and says why then."""
    found = _ANSWER_FIRST.match(text)
    answer = _bare(found["answer"]) if found else ""
    return [Answer(answer, 0, found.end())] if found and answer else []


def _turned(text: str, found: list[Answer], after: int) -> Iterator[Answer]:
    """The answers that stand before their cue, behind a place and outside those found."""
    for cue in _TURNED_CUE.finditer(text, after):
        start = max(text.rfind("\n", 0, cue.start()) + 1, cue.start() - _BEFORE_CUE)
        for sentence in split_sentences(text[start : cue.end() + _AFTER_CUE].partition("\n")[0]):
            start = text.index(sentence, start)
            end = start + len(sentence)
            if start <= cue.start() < end:
                reason = _REASON_FIRST.match(text, start, cue.start())
                start = reason.end() if reason else start
                turned = _TURNED.fullmatch(text, start, end)
                answer = _bare(turned["made"] or turned["stated"]) if turned else ""
                inside = any(other.start < end and start < other.end for other in found)
                if answer and answer.lower() not in _POINTING and not inside and not _DANGLING.search(answer):
                    yield Answer(answer, start, end)
            start = end


def is_right(answer: str, accepted: Iterable[str]) -> bool:
    """Whether an answer and a gold answer agree: one appears in the other, as whole words.

    Case, accents, underscores and punctuation do not count.

    Reference: Direct Evaluation of CoT, Appendix C.3, "Answer Accuracy".

    >>> is_right("male (the gender)", ["male"]), is_right("male", ["female"])
    (True, False)
    """
    given = _as_words(answer)
    return any(_appears(given, gold) or _appears(gold, given) for gold in map(_as_words, accepted))


def _appears(part: str, whole: str) -> bool:
    return bool(part.strip()) and part in whole


def _as_words(text: str) -> str:
    """Words with a space before and after each, so that " word " finds whole words only."""
    normal = normalise(text)
    return f" {' '.join(WORD.findall(normal) or normal.split())} "


def _read(text: str, cue_end: int) -> tuple[str, int]:
    """The answer that follows a cue, and where its sentence ends."""
    gap = _GAP.match(text, cue_end)
    start = gap.end() if gap else cue_end
    closed = _BRACKETED.match(text, start) or _BOXED.match(text, start)
    if closed:
        answer, end = closed[closed.lastindex or 0], closed.end()
    else:
        answer = _first_sentence(text[start : start + _LONGEST_ANSWER].partition("\n")[0])
        if ";" in answer:
            answer = _WHY_BEHIND.sub("", answer)
        end = start + len(answer)
    after = _AFTER_ANSWER.match(text, end)
    return _bare(answer), after.end() if after else end


def _first_sentence(line: str) -> str:
    """The first sentence of a line, from the line's start."""
    sentences = split_sentences(line)
    return line[: line.index(sentences[0]) + len(sentences[0])] if sentences else ""


def _sentence_start(text: str, after: int, cue: re.Match[str]) -> int:
    """Where the sentence begins that holds the cue, not before `after`."""
    if cue["label"] or cue["member"]:
        return cue.start()
    if concluding := _CONCLUDING.search(text, max(after, cue.start() - _LONGEST_CONCLUDING), cue.start()):
        return concluding.start()  # a sentence begins with a capital, also where no full stop stands before
    after = max(after, cue.start() - _LONGEST_ANSWER)  # no sentence is longer
    line = text.rfind("\n", after, cue.start()) + 1
    if line > after:
        if not text[line : cue.end()].lstrip()[:1].islower():
            after = line  # a sentence goes over the end of a line only in lower case
        for paragraph in _PARAGRAPH.finditer(text, after, cue.start()):
            after = paragraph.end()
    before = text[after : cue.end()]
    if not _MAY_PART.search(before) and "," not in before:
        return cue.end() - len(before.lstrip())
    # The X stands for the answer, which may be all that there is of its sentence.
    start = cue.end() + len("X") - len(split_sentences(f"{text[after : cue.end()]}X")[-1])
    reason = _REASON_FIRST.match(text, start, cue.end()) or _SINCE_FIRST.match(text, start, cue.end())
    return reason.end() if reason else start


def _bare(answer: str) -> str:
    """An answer without the brackets, quotes, LaTeX, emphasis and full stop around it."""
    bare = _LATEX_TEXT.sub(r"\1", _LATEX_MATHS.sub("", answer)) if "\\" in answer else answer
    previous = None
    while bare != previous:
        previous = bare
        bare = _without_full_stop(bare.strip(" \t\n*_,;:。{}"))
        if _is_enclosed(bare):
            bare = bare[1:-1]
    return bare if any(map(str.isalnum, bare)) else ""


def _is_enclosed(answer: str) -> bool:
    """Whether one pair of brackets or quotes goes around all of it, as in "(X)", not as in "(X) or (Y)"."""
    opening, ending = answer[:1], answer[1:][-1:]
    if not opening or _ENCLOSING.get(opening) != ending:
        return False
    inside = answer[1:-1]
    if opening == ending:
        return opening not in inside
    first, last = inside.find(ending), inside.find(opening)
    return inside.count(opening) == inside.count(ending) and (first < 0 or last < first)


def _without_full_stop(answer: str) -> str:
    """Without the full stop, unless it belongs to an abbreviation such as "U.S."."""
    if not answer.endswith("."):
        return answer
    return answer if _ABBREVIATION.search(answer) else answer.rstrip(".")
