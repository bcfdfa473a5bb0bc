"""Files that are one document each, as people have them: what they say, and where in them it stands."""
