// Purpose: make a graph with the lowest free slot, or find it; it is loading until `close_graph`.
// Parameters: kg.
// Returns: slot, state.
// Access: write. Engine: neo4j.
OPTIONAL MATCH (other:Graph)
WITH collect(other.slot) AS taken
MERGE (g:Graph {name: $kg})
ON CREATE SET g.state = 'loading',
  g.slot = head([slot IN range(0, size(taken)) WHERE NOT slot IN taken])
RETURN g.slot AS slot, g.state AS state
