// Purpose: say that all that can have a vector has one, and is indexed.
// Parameters: kg.
// Returns: nothing.
// Access: write. Engine: neo4j.
MATCH (g:Graph {name: $kg, state: 'ready'})
SET g.complete = true
