// Purpose: a graph's facts in key order, a page at a time.
// Parameters: kg, after (the last key of the page before, or ''), size.
// Returns: one row of lists: key, head, relation, label, tail, text, sources, score (-1.0 for none).
// Access: read. Engine: neo4j.
MATCH (h)-[f:FACT]->(t) WHERE f.kg = $kg AND f.key > $after
WITH h, f, t ORDER BY f.kg, f.key LIMIT $size
RETURN collect(f.key) AS key, collect(h.id) AS head, collect(f.relation) AS relation,
  collect(f.label) AS label, collect(t.id) AS tail, collect(f.text) AS text,
  collect(f.sources) AS sources, collect(coalesce(f.score, -1.0)) AS score
