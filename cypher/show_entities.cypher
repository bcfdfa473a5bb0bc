// Purpose: show entities in a given order.
// Parameters: kg, rows (list of {rank, id}).
// Returns: id, name, types.
// Access: read. Engine: both.
UNWIND $rows AS row
MATCH (e:Entity {kg: $kg, id: row.id})
RETURN e.id AS id, e.name AS name, e.types AS types
ORDER BY row.rank
