// Purpose: detach a graph; its nodes and relationships stay as they are.
// Parameters: kg.
// Returns: nothing.
// Access: write. Engine: neo4j.
MATCH (a:GroundpathAttached {name: $kg})
DELETE a
