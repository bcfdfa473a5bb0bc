// Purpose: lock a graph for one batch and keep it from readers; no row when it is gone or being dropped.
// Parameters: kg, complete (false when the batch may bring something without a vector, else null).
// Returns: slot.
// Access: write. Engine: neo4j.
MATCH (g:Graph {name: $kg}) WHERE g.state <> 'dropping'
SET g.state = 'loading', g.complete = coalesce($complete, g.complete)
RETURN g.slot AS slot
