"""Faults of a graph, each with its facts, its reason, and a repair that a user may run."""
