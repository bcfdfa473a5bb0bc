// Purpose: attach a graph, or attach it otherwise than before.
// Parameters: kg, mapping.
// Returns: nothing.
// Access: write. Engine: neo4j.
MERGE (a:GroundpathAttached {name: $kg})
SET a.mapping = $mapping
