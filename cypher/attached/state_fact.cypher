// Purpose: make a relationship; part of a repair that a user may run. <labels>, <is_head>, <is_tail> and <type> are
//   filled in by engine/store/attached/changing.py.
// Parameters: ids of head and tail, and their values in the database.
// Returns: nothing.
// Access: write. Engine: neo4j. Fragment.
MATCH (h:<labels>)
WHERE <is_head>
MATCH (t:<labels>)
WHERE <is_tail>
MERGE (h)-[:<type>]->(t)
