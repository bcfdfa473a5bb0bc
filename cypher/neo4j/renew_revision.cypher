// Purpose: tell readers that a graph was changed.
// Parameters: kg.
// Returns: nothing.
// Access: write. Engine: neo4j.
MATCH (g:Graph {name: $kg})
SET g.revision = randomUUID()
