// Purpose: the facts whose head and tail are both among some entities.
// Parameters: kg, uids (list of kg, U+001F, id).
// Returns: key, relation, label, sources, and of head and tail: id, name, aliases, types.
// Access: read. Engine: embedded.
MATCH (h:Entity)-[f:FACT]->(t:Entity)
WHERE f.kg = $kg AND h.uid IN $uids AND t.uid IN $uids
RETURN f.key AS key, f.relation AS relation, f.label AS label, f.sources AS sources,
  h.id AS head_id, h.name AS head_name, h.aliases AS head_aliases, h.types AS head_types,
  t.id AS tail_id, t.name AS tail_name, t.aliases AS tail_aliases, t.types AS tail_types
ORDER BY key
