// Purpose: forget a graph of which nothing is left.
// Parameters: kg.
// Returns: nothing.
// Access: write. Engine: neo4j.
MATCH (g:Graph {name: $kg}) DELETE g
