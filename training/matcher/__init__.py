"""Trains the learned matcher from the rows beside it: `make matcher` (see ../README.md)."""
