"""Fits the matcher: the curriculum of direction first, then all of it; the same for a seed on one machine.

A GPU is used where PyTorch finds one: minutes instead of a night.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from groundpath.engine.matching.model import ANSWERS, HEAD, TAIL
from tokenizers import Tokenizer
from torch import nn
from transformers import BertConfig, BertModel

from . import curriculum
from .base import config_of
from .batches import Shown
from .rows import Question

_LONGEST = 112  # tokens
_WARMING = 0.06  # share of the steps in which the rate of learning grows
_KEPT_EVERY, _TOLD_EVERY = 200, 100  # steps
_FORWARD = 0.3  # share of the curriculum in which all labels point forward


@dataclass(frozen=True)
class Fitting:
    """How long and how fast."""

    curriculum_steps: int = 300
    steps: int = 8500
    batch: int = 64
    rate: float = 1e-4
    smoothing: float = 0.05
    threads: int = 2
    seed: int = 0


class Matcher(nn.Module):
    """The encoder, and what turns the mean of its states and those of the two names into an answer."""

    def __init__(self, tensors: dict[str, npt.NDArray[np.float32]], names: tuple[int, int]) -> None:
        super().__init__()
        config = BertConfig(**{name: one for name, one in config_of(tensors).items() if name != "model_type"})
        self.encoder = BertModel(config, add_pooling_layer=False)
        self.encoder.load_state_dict({name: torch.tensor(tensor) for name, tensor in tensors.items()})
        self.encoder.embeddings.requires_grad_(False)
        self.dropout = nn.Dropout(0.1)
        self.answer = nn.Linear(3 * config.hidden_size, len(ANSWERS))
        self.names = names

    def forward(self, batch: dict[str, torch.Tensor]) -> torch.Tensor:
        states = self.encoder(**batch).last_hidden_state.float()
        statement = batch["token_type_ids"] == 1
        masks = [batch["attention_mask"].bool()]
        masks += [(batch["input_ids"] == name) & statement for name in self.names]
        weights = torch.stack(masks).float()
        sums = torch.einsum("ntd,knt->nkd", states, weights)
        means = sums / weights.sum(2).T.unsqueeze(-1).clamp(min=1)
        return self.answer(self.dropout(means.flatten(1)))


class Encoded:
    """Questions as tensors."""

    def __init__(self, tokenizer: bytes) -> None:
        self._tokenizer = Tokenizer.from_buffer(tokenizer)
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_LONGEST, strategy="only_second")

    @property
    def names(self) -> tuple[int, int]:
        head, tail = (self._tokenizer.token_to_id(name) for name in (HEAD, TAIL))
        return head, tail

    def of(self, questions: Sequence[Question]) -> tuple[dict[str, torch.Tensor], torch.Tensor]:
        pairs = [(f"{HEAD} | {one.label} | {TAIL}", one.statement) for one in questions]
        found = self._tokenizer.encode_batch(pairs)
        longest = max(len(one.ids) for one in found)

        def padded(rows: list[list[int]]) -> torch.Tensor:
            return torch.tensor([row + [0] * (longest - len(row)) for row in rows])

        batch = {
            "input_ids": padded([one.ids for one in found]),
            "attention_mask": padded([[1] * len(one.ids) for one in found]),
            "token_type_ids": padded([one.type_ids for one in found]),
        }
        return batch, torch.tensor([ANSWERS.index(one.answer) for one in questions])


def fit(
    matcher: Matcher, encoded: Encoded, shown: Shown, fitting: Fitting, kept: Path
) -> Iterator[tuple[str, int, float]]:
    """Fit a matcher in place; yields phase, step and the mean loss since the last, every hundred steps.

    Args:
        kept: where the state is kept every few hundred steps; a run that was stopped goes on from there.
    """
    torch.set_num_threads(fitting.threads)
    torch.manual_seed(fitting.seed)
    torch.set_float32_matmul_precision("high")  # on a GPU; half precision gave no numbers there
    matcher.to("cuda" if torch.cuda.is_available() else "cpu")
    phases = (
        _Phase("curriculum", _curriculum(fitting), fitting.curriculum_steps),
        _Phase("rows", shown.batches(fitting.batch), fitting.steps),
    )
    state = torch.load(kept, weights_only=True, map_location="cpu") if kept.exists() else None
    for phase in phases:
        if state and state["phase"] == "rows" != phase.name:
            continue
        own = state if state and state["phase"] == phase.name else None
        for step, loss in _run(matcher, encoded, phase, fitting, kept, own):
            yield phase.name, step, loss


class _Phase(NamedTuple):
    """What is shown for how many steps."""

    name: str
    batches: Iterator[list[Question]]
    steps: int


def _curriculum(fitting: Fitting) -> Iterator[list[Question]]:
    draw = random.Random(fitting.seed)
    forward, both = (curriculum.questions(draw, share) for share in (1.0, 0.5))
    for step in range(fitting.curriculum_steps):
        source = forward if step < _FORWARD * fitting.curriculum_steps else both
        yield list(islice(source, fitting.batch))


def _run(
    matcher: Matcher,
    encoded: Encoded,
    phase: _Phase,
    fitting: Fitting,
    kept: Path,
    state: dict[str, Any] | None,
) -> Iterator[tuple[int, float]]:
    optimiser, schedule = _optimiser(matcher, phase.steps, fitting.rate)
    done = 0
    if state:
        matcher.load_state_dict(state["matcher"])
        optimiser.load_state_dict(state["optimiser"])
        schedule.load_state_dict(state["schedule"])
        done = state["step"]
    measure = nn.CrossEntropyLoss(label_smoothing=fitting.smoothing)
    losses: list[torch.Tensor] = []
    device = next(matcher.parameters()).device
    matcher.train()
    for step, questions in enumerate(islice(phase.batches, done, phase.steps), done + 1):
        batch, answers = encoded.of(questions)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cpu"):
            logits = matcher({name: tensor.to(device) for name, tensor in batch.items()})
        loss = measure(logits.float(), answers.to(device))
        optimiser.zero_grad()
        loss.backward()
        if nn.utils.clip_grad_norm_(matcher.parameters(), 1.0).isfinite():
            optimiser.step()
        schedule.step()
        losses.append(loss.detach())
        if step % _KEPT_EVERY == 0 or step == phase.steps:
            parts = {"matcher": matcher, "optimiser": optimiser, "schedule": schedule}
            states = {name: one.state_dict() for name, one in parts.items()}
            torch.save({"phase": phase.name, "step": step, **states}, kept)
        if step % _TOLD_EVERY == 0 or step == phase.steps:
            yield step, torch.stack(losses).mean().item()
            losses.clear()


def _optimiser(
    matcher: Matcher, steps: int, rate: float
) -> tuple[torch.optim.AdamW, torch.optim.lr_scheduler.LambdaLR]:
    fitted = [one for one in matcher.parameters() if one.requires_grad]
    weights = [one for one in fitted if one.ndim > 1]
    others = [one for one in fitted if one.ndim <= 1]
    optimiser = torch.optim.AdamW(
        [{"params": weights, "weight_decay": 0.01}, {"params": others, "weight_decay": 0.0}], lr=rate
    )
    warm = max(1, _WARMING * steps)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1.0, (step + 1) / warm) * (1 - step / steps)
    )
    return optimiser, schedule
