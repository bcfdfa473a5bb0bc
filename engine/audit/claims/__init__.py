"""The judge of claims: each pair of things that a sentence names, matched with the graph's relations."""
