// Purpose: evidence of certificates: whether two relations, in either direction, lead over some entity between
//   two others.
// Parameters: rows (list of {head, onto, onward, tail}; head and tail: kg, U+001F, id; not empty).
// Returns: head, onto, onward, tail; of those that do, in no order.
// Access: read. Engine: embedded.
UNWIND $rows AS row
MATCH (h:Entity {uid: row.head})-[f:FACT {relation: row.onto}]-(:Entity)-[g:FACT {relation: row.onward}]-(t:Entity {uid: row.tail})
RETURN DISTINCT h.id AS head, f.relation AS onto, g.relation AS onward, t.id AS tail
