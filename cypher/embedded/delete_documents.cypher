// Purpose: remove the documents of a graph.
// Parameters: kg.
// Returns: nothing.
// Access: write. Engine: embedded.
MATCH (d:Document)
WHERE d.kg = $kg
DELETE d
