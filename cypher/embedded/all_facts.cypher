// Purpose: the facts of a graph.
// Parameters: kg.
// Returns: the columns of FACT_SCHEMA.
// Access: read. Engine: embedded.
MATCH (h:Entity)-[f:FACT]->(t:Entity)
WHERE f.kg = $kg
RETURN f.key AS key, h.id AS head, f.relation AS relation, f.label AS label, t.id AS tail, f.text AS text,
  f.sources AS sources, f.score AS score
