"""`python -m groundpath` is the `groundpath` command."""

from .engine.cli.main import main

main()
