"""Why a server with OpenAI's protocol refuses a request: in its words, for want of money, for an option."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..asking import retry_after_s

if TYPE_CHECKING:
    from openai import APIStatusError

NO_CREDIT = "the account has no credit left: add some, or use another key"

# By code or type; by words only where the server does not say when to ask again, as with a limit of rate, and
# by what it says itself, not what it quotes.
_SPENT_CODES = frozenset(
    (
        "insufficient_quota", "insufficient_balance", "insufficient_credits", "billing_hard_limit_reached",
        "billing_not_active", "billing_error", "credit_balance_too_low",
    )
)  # fmt: skip
_SPENT_WORDS = re.compile(
    r"insufficient[ _-]?(?:quota|balance|credit|fund)|credit balance|out of credit|no credits? left"
    r"|(?:your|plan and) billing|billing (?:account )?(?:is|has been|to be|hard|limit|disabled)\b"
    r"|(?:enable|activate|requires) billing",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"""(?<!\w)(["'`])(?=\w).*?\1(?!\w)|“[^”]*”|‘[^’]*’""", re.DOTALL)
_LOOKED_AT = 4000  # characters of a server's words: looking for quotations grows with their square
_RATE_CODES = frozenset(
    ("rate_limit_exceeded", "rate_limit_error", "rate_limit_reached", "too_many_requests")
)
_WAIT_WORDS = re.compile(
    r"\b(?:try again|retry)(?: again)? (?:in|after) "
    r"(?P<wait>(?:\d{1,9}(?:\.\d{1,9})? ?(?:ms|milli|[hms])[a-z]* ?)+)",
    re.IGNORECASE,
)
_WAIT_PARTS = re.compile(r"([\d.]+) ?(ms|milli|[hms])", re.IGNORECASE)
_SECONDS = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001, "milli": 0.001}
_MAY_BE_SPENT = frozenset((400, 402, 403, 429))
_UNSUPPORTED = frozenset(("unsupported_parameter", "unsupported_value", "unknown_parameter"))
_UNSUPPORTED_WORDS = re.compile(
    r"unsupported|not support|unrecogni[sz]ed|unknown|unexpected|not permitted|not allowed|deprecated"
    r"|cannot both|only the default|does not accept|not available",
    re.IGNORECASE,
)
_OPTIONS = {
    "temperature": "--temperature",
    "top_p": "--top-p",
    "seed": "--seed",
    "max_tokens": "--max-tokens",
    "max_completion_tokens": "--max-tokens",
    "top_logprobs": "--selector logprobs (--selector text asks for none)",
    "logprobs": "--selector logprobs (--selector text asks for none)",
}
_OF_THE_PAPER = frozenset(("temperature", "top_p"))


def said_of(error: "APIStatusError") -> str:
    """What the server says is wrong, without the SDK's words around it."""
    match error.body:
        case {"message": str(message)} | [{"error": {"message": str(message)}}, *_]:  # a list: Gemini
            return message
        case {"error": str(message)} | {"detail": str(message)}:
            return message
    return error.response.text or error.message


def codes_of(error: "APIStatusError") -> frozenset[str]:
    """What the server calls the error in its members `code` and `type`, whatever stands there."""
    return frozenset(map(str, filter(None, (error.code, error.type))))


def is_spent(error: "APIStatusError") -> bool:
    """Whether no request can succeed until somebody pays."""
    if error.status_code not in _MAY_BE_SPENT:
        return False
    codes = codes_of(error)
    if _SPENT_CODES & codes:
        return True
    is_of_rate = bool(_RATE_CODES & codes) or wait_s(error) is not None
    words = said_of(error)[:_LOOKED_AT]
    is_raw = words.lstrip().startswith(("{", "[", "<"))  # where quotes are no quotation
    return speaks_of_credit(error.status_code, words if is_raw else _QUOTED.sub("", words), is_of_rate)


def wait_s(error: "APIStatusError") -> float | None:
    """The seconds after which a server asks to be asked again, in a header or in its words; None without."""
    headers = error.response.headers
    in_header = retry_after_s(headers.get("retry-after"))
    if in_header is not None:
        return in_header
    in_ms = retry_after_s(headers.get("retry-after-ms"))
    return waits_by_words(said_of(error)) if in_ms is None else in_ms / 1000


def waits_by_words(words: str) -> float | None:
    """The seconds to wait that a message names; None where it names none.

    >>> waits_by_words("Please try again in 6m0.5s."), waits_by_words("Please retry after 20 seconds.")
    (360.5, 20.0)
    """
    told = _WAIT_WORDS.search(words)
    if told is None:
        return None
    return sum(float(count) * _SECONDS[unit.lower()] for count, unit in _WAIT_PARTS.findall(told["wait"]))


def speaks_of_credit(status: object, words: str, is_told_to_wait: bool = False) -> bool:
    """Whether an error of any provider says that somebody has to pay first."""
    if status == 402:
        return True
    if status not in _MAY_BE_SPENT or is_told_to_wait or waits_by_words(words) is not None:
        return False
    return bool(_SPENT_WORDS.search(words))


def wants_other_limit(error: "APIStatusError") -> bool:
    """Whether a server takes the limit of tokens under its new name alone."""
    return error.status_code in (400, 422) and "max_completion_tokens" in said_of(error)


def refused_option(error: "APIStatusError", arguments: Mapping[str, Any]) -> str | None:
    """What to leave out where a server refuses what a request sets; None where it refuses something else."""
    if error.status_code not in (400, 422):
        return None
    words = said_of(error)
    is_told = bool(_UNSUPPORTED & codes_of(error))
    if not is_told and not _UNSUPPORTED_WORDS.search(words):
        return None
    sent = [name for name in _OPTIONS if name in arguments]
    named = [name for name in sent if error.param == name or re.search(rf"\b{name}\b", words)]
    if not named and not is_told:
        return None
    if not sent:
        return "no option was sent with it, so that the server itself must set it"
    options = " and ".join(dict.fromkeys(_OPTIONS[name] for name in named)) or "the option that sets it"
    paper = (
        ""
        if named and not _OF_THE_PAPER & {*named}
        else (" (--protocol paper sets --temperature and --top-p: leave it out too)")
    )
    return f"leave out {options}{paper}"
