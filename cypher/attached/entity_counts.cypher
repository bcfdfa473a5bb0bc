// Purpose: how many nodes are read. <labels>, <id>, <name> and <types> are filled in by
//   engine/store/attached/phrases.py.
// Parameters: none.
// Returns: types (list), entities, named; one row for each list of types.
// Access: read. Engine: neo4j. Fragment.
MATCH (n:<labels>)
WHERE <id> IS NOT NULL
RETURN <types> AS types, count(*) AS entities, count(<name>) AS named
