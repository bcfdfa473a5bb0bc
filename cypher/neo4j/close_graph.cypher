// Purpose: let readers see a graph, as another revision of it.
// Parameters: kg, complete (true when all that can have a vector has one, and they are indexed, else null).
// Returns: nothing.
// Access: write. Engine: neo4j.
MATCH (g:Graph {name: $kg}) WHERE g.state = 'loading'
SET g.state = 'ready', g.complete = coalesce($complete, g.complete), g.revision = randomUUID()
