// Purpose: facts by key.
// Parameters: kg, keys.
// Returns: one row of lists: key, relation, label, sources, score (-1.0 for none), head, tail (ids).
// Access: read. Engine: neo4j.
UNWIND $keys AS key
MATCH (h)-[f:FACT {kg: $kg, key: key}]->(t)
RETURN collect(f.key) AS key, collect(f.relation) AS relation, collect(f.label) AS label,
  collect(f.sources) AS sources, collect(coalesce(f.score, -1.0)) AS score,
  collect(h.id) AS head, collect(t.id) AS tail
