// Purpose: strike a graph from the catalogue.
// Parameters: kg.
// Returns: nothing.
// Access: write. Engine: embedded.
MATCH (g:Graph)
WHERE g.name = $kg
DELETE g
