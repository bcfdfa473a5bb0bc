// Purpose: show facts in a given order.
// Parameters: kg, rows (list of {rank, head, key}).
// Returns: head, relation, tail, key.
// Access: read. Engine: both.
UNWIND $rows AS row
MATCH (h:Entity {kg: $kg, id: row.head})-[f:FACT {key: row.key}]->(t:Entity)
RETURN coalesce(h.name, h.id) AS head, f.relation AS relation, coalesce(t.name, t.id) AS tail, f.key AS key
ORDER BY row.rank
