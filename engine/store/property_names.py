"""The properties that people keep things in, in graphs of their own: the likeliest first."""

IDS = ("identifier", "id", "curie", "uid", "_id", "key")
NAMES = ("name", "label", "title", "preferred_name", "pref_name")
SYNONYMS = ("synonyms", "synonym", "aliases", "alias")
XREFS = ("xrefs", "xref", "cross_references")
PROVENANCE = ("provenance", "sources", "source")
SCORES = ("score", "confidence")
