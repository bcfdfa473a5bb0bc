"""Graphs in one file, with the checksum of every byte of it."""
