// Purpose: let readers see a graph.
// Parameters: kg.
// Returns: nothing.
// Access: write. Engine: neo4j.
MATCH (g:Graph {name: $kg}) WHERE g.state = 'loading'
SET g.state = 'ready'
