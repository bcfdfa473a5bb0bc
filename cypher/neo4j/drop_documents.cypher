// Purpose: delete a graph's documents.
// Parameters: kg.
// Returns: nothing.
// Access: write, in transactions of its own. Engine: neo4j.
MATCH (d:Document) WHERE d.kg = $kg AND d.id >= ''
CALL (d) { DETACH DELETE d } IN TRANSACTIONS OF 1000 ROWS
