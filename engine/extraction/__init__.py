"""Text in, claims out: pairs of things that a sentence may say something of, and its words about them."""
