// Purpose: nodes of one label by their ids. <label>, <property> and <node> are filled in by
//   engine/store/attached/phrases.py.
// Parameters: values (ids as texts, and as numbers where they may be some).
// Returns: node (id, labels, properties).
// Access: read. Engine: neo4j. Fragment.
MATCH (n:<label>)
WHERE n.<property> IN $values
RETURN <node> AS node
