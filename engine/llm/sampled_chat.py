"""A chat model that is asked at a temperature of the user's, whatever asks it."""

from dataclasses import dataclass, replace

from .chat import ChatModel, ChatReply, ChatRequest, time_limit


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a model draws its words; what is None is not sent.

    Attributes:
        temperature, top_p: see `ChatRequest`.
    """

    temperature: float | None = None
    top_p: float | None = None

    @property
    def told(self) -> str:
        """Of what is set: "temperature=0,top_p=0.9"; empty where nothing is."""
        named = (("temperature", self.temperature), ("top_p", self.top_p))
        return ",".join(f"{name}={value:g}" for name, value in named if value is not None)


UNSAMPLED = Sampling()


class SampledChat:
    """Sends temperature and top_p with each request that sets none; its id says so, since answers differ."""

    def __init__(self, model: ChatModel, sampling: Sampling) -> None:
        self._model = model
        self._sampling = sampling

    def __repr__(self) -> str:
        return f"SampledChat({self._model!r}, {self._sampling!r})"

    @property
    def model_id(self) -> str:
        """ "openai:MODEL[temperature=0]"."""
        return f"{self._model.model_id}[{self._sampling.told}]"

    @property
    def timeout_s(self) -> float | None:
        return time_limit(self._model)

    def complete(self, request: ChatRequest) -> ChatReply:
        temperature, top_p = request.temperature, request.top_p
        return self._model.complete(
            replace(
                request,
                temperature=self._sampling.temperature if temperature is None else temperature,
                top_p=self._sampling.top_p if top_p is None else top_p,
            )
        )
