// Purpose: evidence of certificates: the facts that lead from one entity to another.
// Parameters: rows (list of {head, tail}: kg, U+001F, id; not empty).
// Returns: head, relation, tail; in no order.
// Both ends are found first: in one pattern ladybug walks all facts of the head, four times as long.
// Access: read. Engine: embedded.
UNWIND $rows AS row
MATCH (h:Entity {uid: row.head})
MATCH (t:Entity {uid: row.tail})
MATCH (h)-[f:FACT]->(t)
RETURN h.id AS head, f.relation AS relation, t.id AS tail
