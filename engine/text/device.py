"""Where models run: on the processor, or on an accelerator that CTranslate2 finds."""

import os
from typing import Literal, get_args

from ..errors import EncoderError

Device = Literal["auto", "cpu", "cuda"]
DEVICES: tuple[Device, ...] = get_args(Device)
VARIABLE = "GROUNDPATH_DEVICE"


def device_of(name: str | None = None) -> Device:
    """The device of a name; without one GROUNDPATH_DEVICE, else "auto": an accelerator if there is one.

    Raises:
        EncoderError: there is no such device, or it is "cuda" and no accelerator is found.
    """
    said = (name or os.environ.get(VARIABLE) or "auto").strip().lower()
    found = next((device for device in DEVICES if device == said), None)
    if found is None:
        raise EncoderError(f"device {said!r} is none of {', '.join(DEVICES)} (--device, {VARIABLE})")
    if found == "cuda" and not accelerators():
        raise EncoderError(
            "device cuda was asked for, and no accelerator is found: look at its driver (nvidia-smi), or "
            f"choose auto or cpu (--device, {VARIABLE})"
        )
    return found


def torch_device() -> str | None:
    """The device as torch's libraries take it; None where they choose it themselves."""
    device = device_of()
    return None if device == "auto" else device


def accelerators() -> int:
    """How many accelerators CTranslate2 finds."""
    import ctranslate2  # takes 0.3 s

    return int(ctranslate2.get_cuda_device_count())
