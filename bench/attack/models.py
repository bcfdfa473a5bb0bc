"""Models and their servers: what is thought in every mark, content in parts, and answers that are none."""

import gzip
import json
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path
from time import monotonic
from typing import Any

from asked import CHAIN, NOWHERE, OF_A_FILE, OF_A_MODEL, OUT, Asks, Field, fielded, generate
from frame import Trial, attack
from talking import Answer, Reply, error, message, whole

# Each with a place for what is thought and one for what is said.
MARKS = (
    "<think>{}</think>{}", "<think>\n{}\n</think>\n\n{}", "<Think>{}</THINK>{}", "{}\n</think>\n{}",
    "<thinking>{}</thinking>{}", "<thought>{}</thought>\n{}", "<reasoning>{}</reasoning>{}",
    "<reflection>{}</reflection>{}", "<scratchpad>{}</scratchpad>{}",
    "<inner_monologue>{}</inner_monologue>{}",
    "<think effort='low'>{}</think>{}", "<think>a <think>{}</think> b</think>{}",
    "<think></think><think>{}</think>{}", "<think>the mark `</think>` ends this. {}</think>{}",
    "{}</seed:think>{}", "<seed:think>{}</seed:think>{}", "<ms:thinking>{}</ms:thinking>{}",
    "[THINK]{}[/THINK]{}", "{}[/THINK]{}", "[thinking]{}[/thinking]{}", "◁think▷{}◁/think▷{}",
    "<|thinking|>{}<|/thinking|>{}", "<|think:start|>{}<|think:end|>{}",
    "<|START_THINKING|>{}<|END_THINKING|><|START_RESPONSE|>{}<|END_RESPONSE|>",
    "<|begin_of_thought|>{}<|end_of_thought|>\n<|begin_of_solution|>{}<|end_of_solution|>",
    "<|inner_prefix|>{}<|inner_suffix|>{}", "<|channel>thought\n{}<channel|>{}",
    "<unused94>thought\n{}<unused95>{}", "[unused16]{}[unused17]{}", "&lt;think&gt;{}&lt;/think&gt;{}",
    '<details type="reasoning" done="true">\n<summary>Thought for 9 s</summary>\n{}\n</details>\n{}',
    "Here is my thought process: {}\n\nHere is my response: {}", "Thinking...\n{}\n...done thinking.\n\n{}",
    "<|channel|>analysis<|message|>{}<|end|><|start|>assistant<|channel|>final<|message|>{}",
    "<|channel|>analysis<|message|>{}<|end|><|start|>assistant<|channel|>final<|message|>{}<|return|>",
    "<|start|>assistant<|channel|>analysis<|message|>{}<|end|>"
    "<|start|>assistant<|channel|>final<|message|>{}<|end|>",
    "<|channel|>commentary to=functions.f <|constrain|>json<|message|>{}<|call|>"
    "<|start|>assistant<|channel|>final<|message|>{}",
    "<|start|>assistant to=self<|message|>{}<|eom|><|start|>assistant to=user<|message|>{}<|eot|>",
    "analysis{}assistantfinal{}", "analysis {}\nassistantfinal{}", "{}assistantfinal{}",
    "analysis{}assistantcommentary to=f{{}}assistantfinal{}",
)  # fmt: skip
CUT_OFF = (
    "<think>{}", "[THINK]{}", "<seed:think>{}", "<|channel|>analysis<|message|>{}", "analysisWe say {}",
    "◁think▷{}", "<|START_THINKING|>{}", "<think>{}</think>",
)  # fmt: skip


@attack("thoughts in the text of a reply")
def thoughts(folder: Path) -> Iterator[Trial]:
    """No command takes what is thought for an answer, a fact or a step."""
    with fielded(folder) as field:
        for command, asks in (OF_A_MODEL | OF_A_FILE).items():
            for marks in MARKS:
                yield _trial(f"{command}, {marks!r}", asks, field, marks.format(asks.thought, asks.said))


def _trial(name: str, asks: Asks, field: Field, content: Any, **beside: Any) -> Trial:
    field.server.answers(lambda _: message(content, **beside))
    done, result = asks.run(field, content)
    return Trial(name, done.clear and result == asks.right, f"{result!r}; {done}")


@attack("thoughts apart from the text of a reply")
def apart(folder: Path) -> Iterator[Trial]:
    """The same where a server gives them as parts of the content, or in a member beside it."""
    with fielded(folder) as field:
        for command, asks in OF_A_MODEL.items():
            for name, told in _in_parts(asks.thought, asks.said).items():
                yield _trial(f"{command}, {name}", asks, field, **told)


def _in_parts(thought: str, said: str) -> dict[str, dict[str, Any]]:
    """Messages that hold the same two, apart."""
    text = {"type": "text", "text": said}
    thoughts = {
        "a part": {"type": "thinking", "thinking": thought, "signature": "x"},
        "a part of parts": {"type": "thinking", "thinking": [{"type": "text", "text": thought}]},
        "a part that is redacted": {"type": "redacted_thinking", "data": thought},
        "reasoning": {"type": "reasoning", "reasoning": thought},
        "a summary": {"type": "reasoning", "summary": [{"type": "summary_text", "text": thought}]},
        "a part that says so": {"text": thought, "thought": True},
        "a part of a new kind": {"type": "introspection", "text": thought},
    }
    halves = [{"type": "text", "text": half} for half in (said[:3], said[3:])]
    others = {
        "two texts": [*halves],
        "a text of a value": [{"type": "text", "text": {"value": said, "annotations": []}}],
        "marks in a part": [{"type": "text", "text": f"<think>{thought}</think>{said}"}],
        "texts alone": [said],
    }
    details = {"reasoning_details": [{"type": "reasoning.text", "text": thought}]}
    beside = ("reasoning_content", "reasoning", "thinking", "reasoning_text")
    return {
        **{name: {"content": [part, text]} for name, part in thoughts.items()},
        **{name: {"content": parts} for name, parts in others.items()},
        **{f"beside it as {name}": {"content": said, name: thought} for name in beside},
        "beside it in details": {"content": said, **details},
    }


@attack("replies that only think")
def unsaid(folder: Path) -> Iterator[Trial]:
    """They are told as such, and nothing of them is in a result."""
    with fielded(folder) as field:
        for command, asks in OF_A_MODEL.items():
            for marks in CUT_OFF:
                text = marks.format(asks.thought)
                field.server.answers(lambda _, text=text: message(text, finish="length"))
                done, result = asks.run(field, "")
                told = done.code == 1 and "thought" in done.err and NOWHERE not in json.dumps(result)
                yield Trial(f"{command}, {marks!r}", done.clear and told, f"{result!r}; {done}")


_RIGHT = json.dumps({"choices": [{"message": {"content": CHAIN}, "finish_reason": "stop"}]}).encode()
_CUT = _RIGHT[:40]
_TOO_SLOW, _SHORT_S = "did not answer in time", 5
_BEYOND = ("a slow drip", "a slow drip of an error", "a limit of rate, an hour")  # have little time allowed
_SOON_S = 300  # on a machine that does much else at the same time
_TOOL = {"tool_calls": [{"function": {"name": "find"}}]}

# What a server does; what is said of it, or nothing where an answer comes of it; how often it may be asked.
WRONG: dict[str, tuple[Reply, str, int]] = {
    "an endless body": (lambda _: Answer(repeat(b"x" * 65536)), "more than", 1),
    "an endless error": (lambda _: Answer(repeat(b"x" * 65536), 500), "more than", 1),
    "a bomb": (lambda _: whole(gzip.compress(b" " * 10**9), content_encoding="gzip"), "127.0.0.1", 1),
    "a slow drip": (lambda _: Answer(repeat(b" "), pause_s=0.2), _TOO_SLOW, 1),
    "a slow drip of an error": (
        lambda _: Answer(repeat(b" "), 503, pause_s=0.2),
        _TOO_SLOW,
        1,
    ),
    "JSON that is cut off": (lambda _: whole(_CUT), "not JSON", 6),
    "no UTF-8": (lambda _: whole(b'{"choices": [{"message": "\xff\xfe'), "not JSON", 6),
    "no UTF-8 within a text": (lambda _: whole(_RIGHT.replace(b"Marie", b"\xffMarie")), "", 1),
    "a page": (lambda _: whole(b"<html>Sign in</html>", content_type="text/html"), "not JSON", 6),
    "a page as an error": (lambda _: whole(b"<html>Bad gateway</html>", 502), "502", 6),
    "an empty body": (lambda _: whole(b""), "not JSON", 6),
    "deep JSON": (lambda _: whole(b"[" * 100_000), "not JSON", 6),
    "null": (lambda _: whole(b"null"), "no chat completion", 1),
    "no choices": (lambda _: whole(b'{"choices": []}'), "no chat completion", 1),
    "choices that are none": (lambda _: whole(b'{"choices": [5]}'), "no chat completion", 1),
    "null as content": (lambda _: message(None), "no text", 1),
    "a number as content": (lambda _: message(7), "no text", 1),
    "no text": (lambda _: message("  \n"), "no text", 1),
    "a refusal": (lambda _: message(None, refusal="I cannot."), "refused", 1),
    "a refusal as a part": (lambda _: message([{"type": "refusal", "refusal": "I cannot."}]), "refused", 1),
    "a call of a tool": (lambda _: message(None, finish="tool_calls", **_TOOL), "called find", 1),
    "a call as a part": (lambda _: message([{"type": "tool_use", "name": "find"}]), "called find", 1),
    "a filter": (lambda _: message("half", finish="content_filter"), "content filter", 1),
    "no tokens left": (lambda _: message("", finish="length"), "used up its tokens", 1),
    "members twice": (lambda _: whole(b'{"choices": [], ' + _RIGHT[1:]), "", 1),
    "unknown members": (lambda _: whole(_RIGHT[:-1] + b', "x": [1e999, {"y": null}]}'), "", 1),
    "counts that are none": (lambda _: whole(_RIGHT[:-1] + b', "usage": {"prompt_tokens": "many"}}'), "", 1),
    "compressed": (lambda _: whole(gzip.compress(_RIGHT), content_encoding="gzip"), "", 1),
    "called compressed": (lambda _: whole(_RIGHT, content_encoding="gzip"), "127.0.0.1", 6),
    "a connection that breaks": (lambda _: Answer((_CUT,), length=len(_RIGHT)), "broke off", 6),
    "another place": (lambda _: whole(b"", 302, location="/elsewhere"), "405", 1),
    "no place": (lambda _: whole(b"", 302, location="http://127.0.0.1:1/"), "cannot be reached", 6),
    "places in a circle": (lambda _: whole(b"", 307, location="/v1/chat/completions"), "127.0.0.1", 150),
    "no such model": (lambda _: error(404, "does not exist", code="model_not_found"), "the model's name", 1),
    "no key": (lambda _: error(401, "Incorrect API key"), "check OPENAI_API_KEY", 1),
    "a limit of rate": (lambda _: error(429, "slow down", retry_after="0"), "slow down", 6),
    "a limit of rate, no time": (lambda _: error(429, "slow down"), "slow down", 6),
    "a limit of rate, an hour": (lambda _: error(429, "slow down", retry_after="3600"), "slow down", 1),
    "a limit of rate, nonsense": (lambda _: error(429, "slow down", retry_after="soon"), "slow down", 6),
    "a limit of rate that tells of billing": (
        lambda _: error(429, "Quota; check your billing details", retry_after="0"),
        "lower --concurrency",
        6,
    ),
    "a quota": (lambda _: error(429, "You exceeded it", code="insufficient_quota"), "no credit left", 1),
    "a quota in words": (lambda _: error(429, "Insufficient balance"), "no credit left", 1),
    "a bill": (lambda _: error(402, "Payment required"), "no credit left", 1),
    "a bill as forbidden": (lambda _: error(403, "Your billing is not active"), "no credit left", 1),
    "credit": (lambda _: error(400, "Your credit balance is too low"), "no credit left", 1),
    "an error as an answer": (lambda _: whole(b'{"error": {"message": "overloaded"}}'), "overloaded", 6),
    "an error that is a text": (lambda _: whole(b'"go away"', 418), "418", 1),
}


@attack("servers that misbehave")
def servers(folder: Path) -> Iterator[Trial]:
    """Each time one clear line, soon, or the right answer; nothing is asked again that has no answer."""
    with fielded(folder) as field:
        for name, (reply, told, most) in WRONG.items():
            field.server.answers(reply)
            began = monotonic()
            done, chains = generate(field, timeout_s=_SHORT_S if name in _BEYOND else 600)
            took, asked = monotonic() - began, len(field.server.asked)
            right = (done.code == 1 and told in done.err) if told else (done.code == 0 and chains != [])
            survived = done.clear and right and 1 <= asked <= most and took < _SOON_S
            yield Trial(name, survived, f"{done}; {chains}; asked {asked} times in {took:.1f} s")


@attack("options that a server refuses")
def options(folder: Path) -> Iterator[Trial]:
    """Nothing is sent that is not set; what is refused is told by the option that sets it."""
    with fielded(folder) as field:
        for command, asks in OF_A_MODEL.items():
            field.server.answers(lambda _, said=asks.said: message(said))
            asks.run(field, "")
            sent = {name for asked in field.server.asked for name in asked} - {"model", "messages"}
            yield Trial(
                f"{command} sends nothing of its own", field.server.asked != [] and not sent, f"{sent}"
            )
        refusals = (
            "Unsupported parameter: '{}' is not supported",
            "Unrecognized request argument: {}",
            "`{}`: Extra inputs are not permitted",
            "{} does not support 0 with this model",
        )
        asked_for = (("--temperature", "0"), ("--top-p", "0.5"), ("--seed", "1"), ("--max-tokens", "9"))
        for option, value in asked_for:
            for words in refusals:
                name = option.removeprefix("--").replace("-", "_")
                field.server.answers(_refusing(name, words.format(name)))
                done = field.ask("generate", "questions.jsonl", *OUT, option, value)
                told = done.code == 1 and f"leave out {option}" in done.err and len(field.server.asked) == 1
                yield Trial(f"{option}: {words}", told, f"{done}")
        field.server.answers(_refusing("max_tokens", "Use 'max_completion_tokens' in place of 'max_tokens'"))
        done = field.ask("generate", "questions.jsonl", *OUT, "--max-tokens", "9")
        yield Trial("the limit of tokens has a new name", done.code == 0, f"{done}")


def _refusing(name: str, words: str) -> Reply:
    return lambda asked: error(400, words) if name in asked else message(CHAIN)
