"""Rows of other programs' logs as rows to audit: each form is recognised by its members.

What a model thought, where it stands apart from what it said, is left out: parts of a message for thinking,
and members such as `reasoning_content` (`engine.llm.parts`).
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ...loaders.json_rows import kind_of
from ..llm.parts import parts_of
from .unsaid import with_steps

Row = Mapping[str, Any]

_ATTACHED = re.compile(r"attachment://(\w+)")

SAMPLE = frozenset({"doc", "resps", "filter"})
"""Members that a sample of lm-evaluation-harness has."""

ANSWERS = ("answer", "response", "actual_output", "result", "output", "completion", "cot")
"""Members under which a row holds a text of its own, so that it is judged by that and not as one of a log."""

_OWN_TEXTS = frozenset(ANSWERS)

OWN = ("question", "topic", "gold_answers", "gold_paths", "group", "model", "strategy", "prompt")
"""Members of a row to audit that a log may hold beside its own; they are kept."""


class FirstFilter:
    """Which samples of lm-evaluation-harness (`--log_samples`) count in a file, or in rows given as one log.

    A log holds a sample once for each filter of its task; those of the filter that comes first are taken.
    Rows that are no such samples, or have a text of their own, are all taken.

    Args:
        of_first: the filter of the log's first sample, where that is not among the rows that will be shown.
    """

    def __init__(self, of_first: Any = None) -> None:
        self._first = of_first

    def takes(self, row: Any) -> bool:
        """Whether a row counts; rows are shown in the order of the log."""
        if not isinstance(row, Mapping) or not row.keys() >= SAMPLE or not _OWN_TEXTS.isdisjoint(row):
            return True
        if self._first is None:
            self._first = row["filter"]
        return bool(row["filter"] == self._first)


def logged_rows(row: Any, line: int | str) -> list[Any]:
    """The rows to audit that a row stands for: itself, where it is of no known log.

    `line` names a row that nothing else does. ValueError says what is wrong with a row of a log.
    """
    if not isinstance(row, Mapping) or "cot" in row:
        return [row]
    if "resps" in row and "doc" in row:
        return _of_harness(row)
    if "custom_id" in row and "response" in row:
        return _sampled(_batch_texts(row), str(row["custom_id"]), _own(row))
    if isinstance(row.get("output"), Mapping) and "choices" in row["output"] and "input" in row:
        return [_of_inspect(row)]
    if isinstance(row.get("messages"), Sequence) and not isinstance(row["messages"], str):
        return [_of_messages(row, line)]
    return [row]


def _of_harness(row: Row) -> list[Any]:
    """A sample of lm-evaluation-harness, once for each text that the model wrote."""
    doc = row["doc"] if isinstance(row["doc"], Mapping) else {}
    replies = row["resps"] if isinstance(row["resps"], list) else []
    texts = [text for reply in replies for text in (reply if isinstance(reply, list) else [reply])]
    if not texts or not all(isinstance(text, str) for text in texts):
        raise ValueError("resps holds no text but log-likelihoods; audit a task of which the model writes")
    known = {"gold_answers": _right(row.get("target"), doc)} | _own(doc)
    return _sampled(texts, str(row.get("doc_id", row.get("doc_hash", ""))), known)


def _own(row: Row) -> dict[str, Any]:
    return {name: row[name] for name in OWN if row.get(name) is not None}


def _right(target: Any, row: Row) -> Any:
    """The right answers that a log tells; not the letter of one of several choices."""
    return None if row.get("choices") else target or None


def _sampled(texts: Sequence[str], id: str, known: Row) -> list[Any]:
    """A row for each of the texts that a model wrote to one question."""
    if len(texts) == 1:
        return [{"id": id, "cot": texts[0], **known}]
    return [{"id": f"{id}#{n}", "group": id, "cot": text, **known} for n, text in enumerate(texts, 1)]


def _batch_texts(row: Row) -> list[str]:
    """What a line of OpenAI's batch output says: of chat completions, or of responses."""
    response = row["response"]
    body = response.get("body") if isinstance(response, Mapping) else None
    match body:
        case {"choices": [*choices]} if choices:
            return list(map(_chosen_text, choices))
        case {"output": [*items]}:
            messages = [item for item in items if isinstance(item, Mapping) and item.get("type") == "message"]
            if messages:
                return ["\n".join(map(_message_text, messages))]
    failed = body.get("error") if isinstance(body, Mapping) else body
    failed = row.get("error") or failed or "its body has no choices and no output"
    raise ValueError(f"holds no answer ({failed}); ask {row['custom_id']!r} again, or take the row out")


def _of_inspect(sample: Row) -> Row:
    """A sample of a log of inspect_ai; epochs after the first are further samples of its question."""
    output, id, epoch = sample["output"], str(sample.get("id", "")), sample.get("epoch") or 1
    if not isinstance(output["choices"], list) or not output["choices"]:
        raise ValueError(f"sample {id!r} holds no answer of the model; leave it out")
    text = _chosen_text(output["choices"][0])
    metadata = sample.get("metadata")
    known = {
        "question": _asked(sample["input"]),
        "gold_answers": _right(sample.get("target"), sample),
        "model": output.get("model"),
        "group": id,
        **(_own(metadata) if isinstance(metadata, Mapping) else {}),
    }
    return {"id": id if epoch == 1 else f"{id}#{epoch}", "cot": _attached(text, sample), **known}


def _attached(text: str, sample: Row) -> str:
    """A text with what a log keeps apart under its digest."""
    attached = sample.get("attachments")
    if not isinstance(attached, Mapping):
        return text
    return _ATTACHED.sub(lambda found: str(attached.get(found[1], found[0])), text)


def _of_messages(row: Row, line: int | str) -> Row:
    """A conversation: what the assistant said last answers what was asked before it."""
    messages = [one for one in row["messages"] if isinstance(one, Mapping)]
    last = max((n for n, one in enumerate(messages) if one.get("role") == "assistant"), default=None)
    if last is None:
        raise ValueError("messages holds none of the assistant; there is no answer in it")
    question = _asked(messages[:last])
    return {
        "id": row.get("id") or line,
        "question": question,
        **_own(row),
        "cot": _message_text(messages[last]),
    }


def _asked(input: Any) -> str:
    """The text of a question, or of the last message of a user."""
    if isinstance(input, str):
        return input
    messages = input if isinstance(input, list) else []
    users = [one for one in messages if isinstance(one, Mapping) and one.get("role") == "user"]
    return said(users[-1].get("content")) if users else ""


def _chosen_text(choice: Any) -> str:
    """What one of a model's choices says. ValueError where it says nothing."""
    if not isinstance(choice, Mapping):
        raise ValueError(f"holds {kind_of(choice)} in place of a choice of the model")
    return _message_text(choice.get("message"))


def _message_text(message: Any) -> str:
    """The text of a message; a refusal is what it says too. ValueError where it says nothing."""
    if not isinstance(message, Mapping):
        raise ValueError(f"holds {kind_of(message)} in place of a message")
    parts = parts_of(message)
    parts = parts if parts.said.strip() else parts._replace(said=parts.refusal)
    if not parts.said:
        raise ValueError("the assistant's last message says nothing; it may have thought, or called a tool")
    return with_steps(parts.text) if parts.thought else parts.said


def said(content: Any) -> str:
    """The text of a message's content: itself, or its parts for what is said.

    >>> said([{"type": "reasoning", "reasoning": "Hm."}, {"type": "text", "text": "Oslo."}])
    'Oslo.'
    """
    return parts_of({"content": content}).said
