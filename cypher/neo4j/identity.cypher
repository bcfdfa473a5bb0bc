// Purpose: what is kept about the identity of a graph's entities.
// Parameters: kg.
// Returns: identity (as the store packs it; null where nothing was ever decided).
// Access: read. Engine: neo4j.
MATCH (g:Graph {name: $kg})
RETURN g.identity AS identity
