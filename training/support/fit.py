"""Fits the judge; the same for a seed on one machine. A GPU is used where PyTorch finds one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

import torch
from groundpath.engine.check.judge import LONGEST
from groundpath.engine.check.verdicts import STATUSES
from matcher.base import Tensors, config_of
from tokenizers import Tokenizer
from torch import nn
from transformers import BertConfig, BertModel

from .examples import Example, Shown

_WARMING = 0.08  # share of the steps in which the rate of learning grows
_TOLD_EVERY = 50  # steps


@dataclass(frozen=True)
class Fitting:
    """How long and how fast.

    Attributes:
        short_steps: with claims beside little more than their evidence, in batches twice as large.
        frozen: layers that stay as the matcher has them.
    """

    short_steps: int = 600
    steps: int = 1200
    batch: int = 16
    rate: float = 1e-4
    smoothing: float = 0.05
    frozen: int = 3
    threads: int = 2
    seed: int = 0


class Judge(nn.Module):
    """The encoder, and what turns the means of all states, the claim's and the text's into logits."""

    def __init__(self, tensors: Tensors, frozen: int) -> None:
        super().__init__()
        known = {name: one for name, one in config_of(tensors).items() if name != "model_type"}
        config = BertConfig(
            **known, attention_probs_dropout_prob=0.0
        )  # with it a step takes half as long again
        self.encoder = BertModel(config, add_pooling_layer=False)
        self.encoder.load_state_dict({name: torch.tensor(tensor) for name, tensor in tensors.items()})
        for part in (self.encoder.embeddings, *self.encoder.encoder.layer[:frozen]):
            part.requires_grad_(False)
        self.dropout = nn.Dropout(0.1)
        self.answer = nn.Linear(3 * config.hidden_size, len(STATUSES))

    def forward(self, batch: dict[str, torch.Tensor]) -> torch.Tensor:
        states = self.encoder(**batch).last_hidden_state.float()
        every, text = batch["attention_mask"].bool(), batch["token_type_ids"] == 1
        weights = torch.stack([every, every & ~text, every & text]).float()
        sums = torch.einsum("ntd,knt->nkd", states, weights)
        means = sums / weights.sum(2).T.unsqueeze(-1).clamp(min=1)
        return self.answer(self.dropout(means.flatten(1)))

    def tensors(self) -> Tensors:
        """What `engine.text.pair_weights.keep` keeps."""
        kept = {name: one.detach().float().cpu().numpy() for name, one in self.encoder.state_dict().items()}
        answer = {
            f"answer.{name}": one.detach().float().cpu().numpy()
            for name, one in self.answer.state_dict().items()
        }
        return kept | answer


class Encoded:
    """Examples as tensors."""

    def __init__(self, tokenizer: bytes) -> None:
        self._tokenizer = Tokenizer.from_buffer(tokenizer)
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(LONGEST, strategy="only_second")

    def of(self, pairs: Sequence[tuple[str, str]]) -> dict[str, torch.Tensor]:
        found = self._tokenizer.encode_batch(list(pairs))
        longest = max(len(one.ids) for one in found)

        def padded(rows: list[list[int]]) -> torch.Tensor:
            return torch.tensor([row + [0] * (longest - len(row)) for row in rows])

        return {
            "input_ids": padded([one.ids for one in found]),
            "attention_mask": padded([one.attention_mask for one in found]),
            "token_type_ids": padded([one.type_ids for one in found]),
        }


def loss_of(logits: torch.Tensor, examples: Sequence[Example], smoothing: float) -> torch.Tensor:
    """Cross-entropy; of an example that is only not supported, that of its not being so."""
    chances = torch.log_softmax(logits.float(), 1)
    losses = []
    for row, one in enumerate(examples):
        if one.label == "unsupported":
            losses.append(-torch.logsumexp(chances[row, 1:], 0))
        else:
            right = chances[row, STATUSES.index(one.label)]
            losses.append(-(1 - smoothing) * right - smoothing * chances[row].mean())
    return torch.stack(losses).mean()


def fit(judge: Judge, encoded: Encoded, shown: Shown, fitting: Fitting) -> Iterator[tuple[int, float]]:
    """Fit a judge in place; yields step and the mean loss since the last, every fifty steps."""
    torch.set_num_threads(fitting.threads)
    torch.manual_seed(fitting.seed)
    torch.set_float32_matmul_precision("high")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    judge.to(device).train()
    fitted = [one for one in judge.parameters() if one.requires_grad]
    optimiser = torch.optim.AdamW(fitted, lr=fitting.rate, weight_decay=0.01, fused=True)
    warm = max(1, _WARMING * fitting.steps)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1.0, (step + 1) / warm) * (1 - step / fitting.steps)
    )
    short = islice(shown.short_batches(2 * fitting.batch), fitting.short_steps)
    losses: list[float] = []
    for step, examples in enumerate(islice(chain(short, shown.batches(fitting.batch)), fitting.steps), 1):
        batch = {name: one.to(device) for name, one in encoded.of([one[:2] for one in examples]).items()}
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cpu"):
            logits = judge(batch)
        loss = loss_of(logits, examples, fitting.smoothing)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(fitted, 1.0)
        optimiser.step()
        schedule.step()
        losses.append(loss.item())
        if step % _TOLD_EVERY == 0 or step == fitting.steps:
            yield step, sum(losses) / len(losses)
            losses.clear()
    judge.cpu().eval()
