// Purpose: find nodes of a label by their ids. <index>, <label> and <property> are filled in.
// Parameters: none.
// Returns: nothing.
// Access: schema. Engine: neo4j. Fragment.
CREATE INDEX <index> IF NOT EXISTS FOR (n:<label>) ON (n.<property>)
