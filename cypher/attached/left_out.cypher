// Purpose: how many nodes are not read since they have no id. <labels>, <id>, <given> (the property that should be
//   it) and <label> are filled in by engine/store/attached/phrases.py.
// Parameters: none.
// Returns: label, nodes, missing (those without the property); by label.
// Access: read. Engine: neo4j. Fragment.
MATCH (n:<labels>)
WHERE <id> IS NULL
RETURN <label> AS label, count(*) AS nodes, count(*) - count(<given>) AS missing
ORDER BY label
