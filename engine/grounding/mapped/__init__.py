"""Graphs larger than memory: what a judge asks of one, answered from files that are mapped into memory."""
