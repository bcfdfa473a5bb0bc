// Purpose: all nodes that are read. <labels>, <id> and <node> are filled in by engine/store/attached/phrases.py.
// Parameters: none.
// Returns: node (id, labels, properties).
// Access: read. Engine: neo4j. Fragment.
MATCH (n:<labels>)
WHERE <id> IS NOT NULL
RETURN <node> AS node
