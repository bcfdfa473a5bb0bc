// Purpose: head and tail of every fact of a graph, to count degrees.
// Parameters: kg.
// Returns: head, tail (ids).
// Access: read. Engine: embedded.
MATCH (h:Entity)-[f:FACT]->(t:Entity)
WHERE f.kg = $kg
RETURN h.id AS head, t.id AS tail
