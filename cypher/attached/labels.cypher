// Purpose: the labels of a database, for a message.
// Parameters: none.
// Returns: label; by label.
// Access: read. Engine: neo4j.
CALL db.labels() YIELD label
RETURN label ORDER BY label
