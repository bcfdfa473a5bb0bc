// Purpose: the entity at a place of the table, as relationships name their ends.
// Parameters: offset.
// Returns: id.
// Access: read. Engine: embedded.
MATCH (e:Entity)
WHERE offset(id(e)) = $offset
RETURN e.id AS id
