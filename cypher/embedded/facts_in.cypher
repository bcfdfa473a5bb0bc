// Purpose: the facts of which an entity is the tail.
// Parameters: kg, uid (kg, U+001F, id), limit,
//   min_score (-1 for any), all_sources, provenance (list), all_types, types (list): see engine/store/filters.py.
// Returns: key, relation, label, sources, score, and of head and tail: id, name, aliases, types, xrefs.
// Access: read. Engine: embedded.
MATCH (h:Entity)-[f:FACT]->(t:Entity)
WHERE f.kg = $kg AND t.uid = $uid
  AND coalesce(f.score, -1.0) >= $min_score
  AND ($all_sources OR any(source IN $provenance WHERE list_contains(f.sources, source)))
  AND ($all_types OR h.uid = $uid OR any(type IN $types WHERE list_contains(h.types, type)))
RETURN f.key AS key, f.relation AS relation, f.label AS label, f.sources AS sources, f.score AS score,
  h.id AS head_id, h.name AS head_name, h.aliases AS head_aliases, h.types AS head_types,
  h.xrefs AS head_xrefs, t.id AS tail_id, t.name AS tail_name, t.aliases AS tail_aliases,
  t.types AS tail_types, t.xrefs AS tail_xrefs
ORDER BY relation, head_id, tail_id
LIMIT $limit
