// Purpose: what the texts of some relations' facts are made of, in key order, a page at a time.
// Parameters: kg, relations, after (the last key of the page before, or ''), size.
// Returns: key, relation, text (as it stands), head_id, head_name, tail_id, tail_name.
// Access: read. Engine: neo4j.
MATCH (h)-[f:FACT]->(t) WHERE f.kg = $kg AND f.key > $after AND f.relation IN $relations
WITH h, f, t ORDER BY f.kg, f.key LIMIT $size
RETURN f.key AS key, f.relation AS relation, f.text AS text,
  h.id AS head_id, h.name AS head_name, t.id AS tail_id, t.name AS tail_name
