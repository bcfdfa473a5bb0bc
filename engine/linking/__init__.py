"""From spans of a text to the things of a graph."""
