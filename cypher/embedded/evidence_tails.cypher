// Purpose: evidence of certificates: the facts that an entity is the head of, of one relation.
// Parameters: rows (list of {head: kg, U+001F, id; relation}; not empty).
// Returns: head, relation, tail; in no order.
// Access: read. Engine: embedded.
UNWIND $rows AS row
MATCH (h:Entity {uid: row.head})-[f:FACT {relation: row.relation}]->(t:Entity)
RETURN h.id AS head, f.relation AS relation, t.id AS tail
