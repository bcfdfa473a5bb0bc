// Purpose: the names of all graphs.
// Parameters: none.
// Returns: name; by name.
// Access: read. Engine: neo4j.
MATCH (g:Graph) RETURN g.name AS name ORDER BY name
