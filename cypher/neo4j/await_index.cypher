// Purpose: wait until an index can be used.
// Parameters: name, seconds (int).
// Returns: nothing.
// Access: read. Engine: neo4j.
CALL db.awaitIndex($name, $seconds)
