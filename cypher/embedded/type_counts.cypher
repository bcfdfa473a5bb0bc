// Purpose: how many entities of a graph have each type.
// Parameters: kg.
// Returns: type, entities; the most frequent first, then by type.
// Access: read. Engine: embedded.
MATCH (e:Entity)
WHERE e.kg = $kg
UNWIND e.types AS type
RETURN type, count(*) AS entities
ORDER BY entities DESC, type
