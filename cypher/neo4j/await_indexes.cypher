// Purpose: wait until the indexes that exist can be used.
// Parameters: seconds (int).
// Returns: nothing.
// Access: read. Engine: neo4j.
CALL db.awaitIndexes($seconds)
