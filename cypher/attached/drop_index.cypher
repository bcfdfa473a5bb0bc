// Purpose: remove an index that was made for an attached graph. <index> is filled in.
// Parameters: none.
// Returns: nothing.
// Access: schema. Engine: neo4j. Fragment.
DROP INDEX <index> IF EXISTS
