// Purpose: keep what is known about the identity of a graph's entities.
// Parameters: kg, identity.
// Returns: nothing.
// Access: write. Engine: embedded.
MATCH (g:Graph {name: $kg})
SET g.identity = $identity
