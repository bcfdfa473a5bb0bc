// Purpose: evidence of certificates: the facts that lead from one entity to another.
// Parameters: kg, rows (list of {head, tail}; not empty).
// Returns: head, relation, tail; in no order.
// Access: read. Engine: neo4j.
UNWIND $rows AS row
MATCH (h:Entity {kg: $kg, id: row.head})-[f:FACT]->(t:Entity {kg: $kg, id: row.tail})
RETURN h.id AS head, f.relation AS relation, t.id AS tail
