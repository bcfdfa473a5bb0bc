// Purpose: evidence of certificates: the facts that an entity is the head of, of one relation.
// Parameters: kg, rows (list of {head, relation}; not empty).
// Returns: head, relation, tail; in no order.
// Access: read. Engine: neo4j.
UNWIND $rows AS row
MATCH (h:Entity {kg: $kg, id: row.head})-[f:FACT {relation: row.relation}]->(t:Entity)
RETURN h.id AS head, f.relation AS relation, t.id AS tail
