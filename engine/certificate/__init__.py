"""What a verdict rests on, and the proof of it from a graph alone: nothing here reads, matches or judges."""
