"""The question of a chain, the answer that it gives, and the gold answers: one room."""
