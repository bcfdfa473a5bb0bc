// Purpose: evidence of certificates: facts, whether they are stated and by what.
// Parameters: kg, keys (list of the keys of facts; not empty).
// Returns: head, relation, tail, sources; one row for each fact that is there, in no order.
// Access: read. Engine: neo4j.
UNWIND $keys AS key
MATCH (h:Entity)-[f:FACT]->(t:Entity)
WHERE f.kg = $kg AND f.key = key
RETURN h.id AS head, f.relation AS relation, t.id AS tail, f.sources AS sources
