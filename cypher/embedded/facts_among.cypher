// Purpose: the facts whose head and tail are both among some entities.
// Parameters: kg, uids (list of kg, U+001F, id),
//   min_score (-1 for any), all_sources, provenance (list): see engine/store/filters.py.
// Returns: key, relation, label, sources, score, and of head and tail: id, name, aliases, types, xrefs.
// Access: read. Engine: embedded.
MATCH (h:Entity)-[f:FACT]->(t:Entity)
WHERE f.kg = $kg AND h.uid IN $uids AND t.uid IN $uids
  AND coalesce(f.score, -1.0) >= $min_score
  AND ($all_sources OR any(source IN $provenance WHERE list_contains(f.sources, source)))
RETURN f.key AS key, f.relation AS relation, f.label AS label, f.sources AS sources, f.score AS score,
  h.id AS head_id, h.name AS head_name, h.aliases AS head_aliases, h.types AS head_types,
  h.xrefs AS head_xrefs, t.id AS tail_id, t.name AS tail_name, t.aliases AS tail_aliases,
  t.types AS tail_types, t.xrefs AS tail_xrefs
ORDER BY key
