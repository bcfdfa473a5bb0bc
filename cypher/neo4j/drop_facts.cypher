// Purpose: delete a graph's facts.
// Parameters: kg.
// Returns: nothing.
// Access: write, in transactions of its own. Engine: neo4j.
MATCH ()-[f:FACT]->() WHERE f.kg = $kg AND f.key >= ''
CALL (f) { DELETE f } IN TRANSACTIONS OF 5000 ROWS
