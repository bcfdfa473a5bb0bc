// Purpose: what is declared of the relations of a graph.
// Parameters: kg.
// Returns: traits (as the store packs them; null where nothing is declared).
// Access: read. Engine: neo4j.
MATCH (g:Graph {name: $kg})
RETURN g.traits AS traits
