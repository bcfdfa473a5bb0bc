"""Any OpenAI-compatible server (OpenAI, vLLM, Ollama, llama.cpp, …) through the `openai` SDK."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from ..asking import answering_within, excerpt
from ..errors import ChatError, extra
from ..names import is_unicode
from .bounded import ASKED_ENCODING, bound, hasten, too_slow
from .chat import USUAL_LIMITS, ChatReply, ChatRequest, Limits
from .completion import read_completion
from .refusals import NO_CREDIT, codes_of, is_spent, refused_option, said_of, wait_s, wants_other_limit

if TYPE_CHECKING:
    from openai import APIConnectionError, APIStatusError, OpenAI

_OPENAI = "https://api.openai.com/v1"
_IN_HEADERS = ("OPENAI_ORG_ID", "OPENAI_PROJECT_ID")  # which the SDK sends
_NO_KEY = "none"  # what a local server that asks for no key is given: the SDK must send one
_RETRIED = frozenset((408, 409, 425, 429))  # and every 5xx
_FAILS_ALL = frozenset((401, 402, 404))
_CODES_THAT_FAIL_ALL = frozenset(("invalid_api_key", "model_not_found"))
_REMEDIES = {
    401: "check OPENAI_API_KEY",
    402: NO_CREDIT,
    404: "check the model's name and OPENAI_BASE_URL",
    429: "lower --concurrency, or try again later",
}


class OpenAIChat:
    """A model behind the chat-completions protocol. Requests are sent once: `asking` decides on retries.

    Temperature, top_p and seed are sent where the request sets them: models that reason refuse the first two.
    Few servers promise the same answer for a seed.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        limits: Limits = USUAL_LIMITS,
    ) -> None:
        """Address and key come from OPENAI_BASE_URL and OPENAI_API_KEY where they are not given; a server
        other than OpenAI's may do without a key.

        Raises:
            ChatError: the address or the key is none.
        """
        self._address = (base_url or os.environ.get("OPENAI_BASE_URL") or _OPENAI).strip().rstrip("/")
        self._key = (api_key or os.environ.get("OPENAI_API_KEY") or "").strip()
        self._limits = limits
        self._limit_name = "max_completion_tokens" if self._at_openai else "max_tokens"
        self._name = model
        self._place = place_of(self._address)
        sent = {"OPENAI_API_KEY": self._key} | {name: os.environ.get(name, "") for name in _IN_HEADERS}
        for variable, value in sent.items():
            if not (value.isascii() and value.isprintable()):
                raise ChatError(
                    f"{variable} holds characters that no key and no name has; set it again", fails_all=True
                )
        if not is_unicode(model):
            raise ChatError(f"the model's name {model!r} is not UTF-8; correct it", fails_all=True)

    def __repr__(self) -> str:
        return f"OpenAIChat({self.model_id!r})"

    @property
    def model_id(self) -> str:
        """ "openai:MODEL", with "@HOST/PATH" for a server that is not OpenAI's."""
        return f"openai:{self._name}" + ("" if self._at_openai else f"@{self._place}")

    @property
    def timeout_s(self) -> float:
        return self._limits.timeout_s

    def complete(self, request: ChatRequest) -> ChatReply:
        try:
            from openai import APIConnectionError, APIStatusError, APITimeoutError, OpenAIError
        except ImportError as error:
            raise ChatError(
                f"{self.model_id} needs the openai package; {extra('openai')}",
                fails_all=True,
            ) from error
        arguments = self._arguments(request)
        try:
            with answering_within(self.timeout_s) as left:
                if not left:  # a socket takes it for another kind of waiting
                    raise too_slow(self._place, self.timeout_s)
                response = self._client.chat.completions.with_raw_response.create(**arguments, timeout=left)
        except APITimeoutError as error:
            raise too_slow(self._place, self.timeout_s) from error
        except APIConnectionError as error:
            raise self._lost(error) from error
        except APIStatusError as error:
            if "max_tokens" in arguments and wants_other_limit(error):
                self._limit_name = "max_completion_tokens"  # from now on
                return self.complete(request)
            raise self._refused(error, arguments) from error
        except OpenAIError as error:
            raise ChatError(f"{self.model_id}: {self._safe(error)}") from error
        return read_completion(response.text)

    @cached_property
    def _client(self) -> "OpenAI":
        """Made when first needed, so that a dry run needs neither key nor package."""
        if self._at_openai and not self._key:
            raise ChatError(
                f"{self.model_id} needs a key: set OPENAI_API_KEY, or OPENAI_BASE_URL for another server",
                fails_all=True,
            )
        from openai import OpenAI

        # Retries are decided in one place, `asking`.
        with _told_as("no server can be asked at the address that is given", "correct OPENAI_BASE_URL"):
            return OpenAI(
                base_url=self._address,
                api_key=self._key or _NO_KEY,
                timeout=self.timeout_s,
                max_retries=0,
                http_client=self._http_client(),
            )

    def _http_client(self) -> Any:
        """One that keeps the limits of an answer; proxies and certificates are those of the environment."""
        from openai import DefaultHttpxClient

        def hastened(request: Any) -> None:
            hasten(request, self._place, self._limits)

        def bounded(response: Any) -> None:
            bound(response, self._place, self._limits)

        with _told_as(
            "no connection can be made with the proxies or certificates of the environment",
            "correct HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, SSL_CERT_FILE and SSL_CERT_DIR, or unset them",
        ):
            return DefaultHttpxClient(
                headers={"Accept-Encoding": ASKED_ENCODING},
                event_hooks={"request": [hastened], "response": [bounded]},
            )

    @property
    def _at_openai(self) -> bool:
        return self._address == _OPENAI

    def _arguments(self, request: ChatRequest) -> dict[str, Any]:
        arguments: dict[str, Any] = {
            "model": self._name,
            "messages": [{"role": turn.role, "content": turn.content} for turn in request.messages],
        }
        if request.temperature is not None:
            arguments["temperature"] = request.temperature
        if request.top_p is not None:
            arguments["top_p"] = request.top_p
        if request.max_tokens is not None:
            # OpenAI has renamed it and its newer models refuse the old name; many servers know only that.
            arguments[self._limit_name] = request.max_tokens
        if request.seed is not None:
            arguments["seed"] = request.seed
        if request.top_logprobs:
            arguments |= {"logprobs": True, "top_logprobs": request.top_logprobs}
        return arguments

    def _lost(self, error: "APIConnectionError") -> ChatError:
        cause = error.__cause__
        if isinstance(cause, ChatError):  # of what bounds replies
            return cause
        # The SDK speaks through httpx or httpx2, whichever is there; both give the exception this name.
        never_there = type(cause).__name__ in ("ConnectError", "UnsupportedProtocol")
        what = "cannot be reached" if never_there else "broke off the connection"
        reason = f"{self._place} {what} ({self._safe(cause or error)})"
        remedy = "; check OPENAI_BASE_URL, and that the server runs" if never_there else ""
        return ChatError(reason + remedy, retry_helps=True, fails_all=never_there)

    def _refused(self, error: "APIStatusError", arguments: Mapping[str, Any]) -> ChatError:
        status = error.status_code
        spent, without = is_spent(error), refused_option(error, arguments)
        told = bool(_CODES_THAT_FAIL_ALL & codes_of(error))
        fails_all = spent or bool(without) or status in _FAILS_ALL or told
        remedy = NO_CREDIT if spent else without or _REMEDIES.get(status)
        return ChatError(
            f"{self._place} answered {status}: {self._safe(said_of(error))}"
            + (f"; {remedy}" if remedy else ""),
            retry_helps=not fails_all and (status in _RETRIED or status >= 500),
            retry_after_s=wait_s(error),
            fails_all=fails_all,
        )

    def _safe(self, words: object) -> str:
        """A server's words on one line, without the key, which some repeat."""
        text = str(words)
        return excerpt(text.replace(self._key, "…") if self._key else text)


@contextmanager
def _told_as(what: str, remedy: str) -> Iterator[None]:
    """Whatever httpx and its SDK raise of settings (each of another kind), as an error with a remedy."""
    try:
        yield
    except ChatError:
        raise
    except Exception as error:
        raise ChatError(f"{what} ({excerpt(error)}); {remedy}", fails_all=True) from error


def place_of(address: str) -> str:
    """Host, port and path of an address, without user and password.

    Raises:
        ChatError: it is no address.
    """
    try:
        if not address.isprintable():  # which holds of half a surrogate pair too
            raise ValueError("a character that nobody sees")
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
        (host or "").encode("idna")  # as it is looked up: no part of it may be empty, or longer than 63
    except ValueError:
        host = None
    if not host or parts.scheme not in ("http", "https"):
        raise ChatError("OPENAI_BASE_URL is not an address such as http://localhost:8000/v1; correct it")
    return host + (f":{port}" if port else "") + parts.path
