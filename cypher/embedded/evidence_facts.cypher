// Purpose: evidence of certificates: facts, whether they are stated and by what.
// Parameters: kg, keys (list of the keys of facts; not empty).
// Returns: head, relation, tail, sources; one row for each fact that is there, in no order.
// The graph is looked at last: with the key at once, ladybug reads it of all facts, thrice as long.
// Access: read. Engine: embedded.
UNWIND $keys AS key
MATCH (h:Entity)-[f:FACT]->(t:Entity)
WHERE f.key = key
WITH h, f, t
WHERE f.kg = $kg
RETURN h.id AS head, f.relation AS relation, t.id AS tail, f.sources AS sources
