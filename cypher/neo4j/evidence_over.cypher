// Purpose: evidence of certificates: whether two relations, in either direction, lead over some entity between
//   two others.
// Parameters: kg, rows (list of {head, onto, onward, tail}; not empty).
// Returns: head, onto, onward, tail; of those that do, in no order.
// Access: read. Engine: neo4j.
UNWIND $rows AS row
MATCH (h:Entity {kg: $kg, id: row.head})-[f:FACT {relation: row.onto}]-(:Entity)-[g:FACT {relation: row.onward}]-(t:Entity {kg: $kg, id: row.tail})
RETURN DISTINCT h.id AS head, f.relation AS onto, g.relation AS onward, t.id AS tail
