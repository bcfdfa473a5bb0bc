"""`groundpath calibrate`: what evidence is worth, learned from labelled chains."""

import click

from .options import OutFile, command, json_option, kg_option, open_named_store, store_command
from .output import TerminalProgress, say, show, show_json


@command()
@click.argument("file", metavar="ROWS")
@kg_option
@click.option("--out", required=True, type=OutFile(), help="The calibration, for audit --calibration.")
@click.option("--seed", default=0, show_default=True, help="Of the parting of questions that measures it.")
@json_option
@store_command
def calibrate(file: str, kg: str, out: str, seed: int, as_json: bool, store_url: str | None) -> None:
    """Fit what evidence is worth to the labelled chains in ROWS (JSON lines; "-" reads standard input).

    Rows are those of an audit with `label` (faithful or unfaithful) or `error`, and where they are known
    `steps`: [{text, label: supported, factual_error or no_claim}]. Only claims of which the labels tell
    whether they hold are used. A calibration needs no encoder and belongs to none.

    \b
      groundpath calibrate labelled.jsonl --kg NAME --out calibration.json
    """
    from ..audit.path.calibration import write_calibration
    from ..audit.path.fitting import fit_calibration
    from ..audit.path.labels import read_labelled
    from ..report.calibration import calibration_table, losses

    with open_named_store(store_url) as store:
        rows = list(read_labelled(file))
        fitting = fit_calibration(store, kg, rows, seed=seed, progress=TerminalProgress())
    write_calibration(fitting.calibration, out)
    if as_json:
        show_json(fitting.to_dict())
    else:
        show(calibration_table(fitting))
        show(losses(fitting))
    say(f"Calibration: {out}")
