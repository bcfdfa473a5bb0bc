// Purpose: show the facts of which an entity is head or tail.
// Parameters: kg, id.
// Returns: head, relation, tail, key; in no order.
// Access: read. Engine: both.
MATCH (h:Entity {kg: $kg, id: $id})-[f:FACT]->(t:Entity)
RETURN coalesce(h.name, h.id) AS head, f.relation AS relation, coalesce(t.name, t.id) AS tail, f.key AS key
UNION
MATCH (h:Entity)-[f:FACT]->(t:Entity {kg: $kg, id: $id})
RETURN coalesce(h.name, h.id) AS head, f.relation AS relation, coalesce(t.name, t.id) AS tail, f.key AS key
