// Purpose: keep a graph from readers and writers for good.
// Parameters: kg.
// Returns: slot.
// Access: write. Engine: neo4j.
MATCH (g:Graph {name: $kg})
SET g.state = 'dropping'
RETURN g.slot AS slot
