"""Does this phrase mean this relation, this way round? A lexicon, a learned matcher, and values."""
