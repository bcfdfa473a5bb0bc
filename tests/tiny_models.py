"""Real models of random weights, small enough to be made in a test: no download."""

from pathlib import Path
from typing import Any

WORDS = (
    "query : passage who was a band drummer rush peart yes is it Query: Document: Relevant: ▁true ▁false"
).split()


def tokenizer() -> Any:
    """Words between white space, each a token; no others are known."""
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import WhitespaceSplit
    from tokenizers.processors import TemplateProcessing
    from transformers import PreTrainedTokenizerFast

    names = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *WORDS]
    words = Tokenizer(WordLevel({name: number for number, name in enumerate(names)}, "[UNK]"))
    words.pre_tokenizer = WhitespaceSplit()
    words.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=words,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        eos_token="[SEP]",
        model_max_length=64,
    )


def bert(folder: Path, *, seed: int = 0, width: int = 16, labels: int | None = None) -> Path:
    """A BERT of one layer; with a number of labels a classifier of pairs."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertModel

    torch.manual_seed(seed)
    config = BertConfig(
        vocab_size=4 + len(WORDS),
        hidden_size=width,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=width,
        max_position_embeddings=64,
        initializer_range=0.5,
        **({} if labels is None else {"num_labels": labels}),
    )
    model = BertModel(config) if labels is None else BertForSequenceClassification(config)
    return _saved(model, folder)


def t5(folder: Path) -> Path:
    """A T5 of one layer that generates words."""
    import torch
    from transformers import T5Config, T5ForConditionalGeneration

    torch.manual_seed(0)
    config = T5Config(
        vocab_size=4 + len(WORDS),
        d_model=16,
        d_kv=8,
        d_ff=16,
        num_layers=1,
        num_heads=2,
        decoder_start_token_id=0,
        pad_token_id=0,
        eos_token_id=3,
    )
    return _saved(T5ForConditionalGeneration(config), folder)


def _saved(model: Any, folder: Path) -> Path:
    model.eval().save_pretrained(folder)
    tokenizer().save_pretrained(folder)
    return folder
