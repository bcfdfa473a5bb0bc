// Purpose: remove the entities of a graph.
// Parameters: kg.
// Returns: nothing.
// Access: write. Engine: embedded.
MATCH (e:Entity)
WHERE e.kg = $kg
DELETE e
