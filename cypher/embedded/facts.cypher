// Purpose: facts by their keys.
// Parameters: kg, keys.
// Returns: key, relation, label, sources, score, and of head and tail: id, name, aliases, types, xrefs;
//   in no order.
// Access: read. Engine: embedded.
MATCH (h:Entity)-[f:FACT]->(t:Entity)
WHERE f.kg = $kg AND f.key IN $keys
RETURN f.key AS key, f.relation AS relation, f.label AS label, f.sources AS sources, f.score AS score,
  h.id AS head_id, h.name AS head_name, h.aliases AS head_aliases, h.types AS head_types,
  h.xrefs AS head_xrefs, t.id AS tail_id, t.name AS tail_name, t.aliases AS tail_aliases,
  t.types AS tail_types, t.xrefs AS tail_xrefs
