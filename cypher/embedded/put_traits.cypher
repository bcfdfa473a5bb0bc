// Purpose: keep what is declared of the relations of a graph.
// Parameters: kg, traits.
// Returns: nothing.
// Access: write. Engine: embedded.
MATCH (g:Graph {name: $kg})
SET g.traits = $traits
