// Purpose: delete a graph's entities, whose facts are gone.
// Parameters: kg.
// Returns: nothing.
// Access: write, in transactions of its own. Engine: neo4j.
MATCH (e:Entity) WHERE e.kg = $kg AND e.id >= ''
CALL (e) { DETACH DELETE e } IN TRANSACTIONS OF 5000 ROWS
