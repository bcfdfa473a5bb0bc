// Purpose: evidence of certificates: the facts that lead from one entity to another.
// Parameters: rows (list of {head, tail}: kg, U+001F, id; not empty).
// Returns: head, relation, tail; in no order.
// Access: read. Engine: embedded.
UNWIND $rows AS row
MATCH (h:Entity {uid: row.head})-[f:FACT]->(t:Entity {uid: row.tail})
RETURN h.id AS head, f.relation AS relation, t.id AS tail
