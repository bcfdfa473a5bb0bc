// Purpose: how many relationships are read. <labels>, <types> and <relation> are filled in by
//   engine/store/attached/phrases.py.
// Parameters: none.
// Returns: relation, facts; the most frequent first, then by relation.
// Access: read. Engine: neo4j. Fragment.
MATCH (h:<labels>)-[r:<types>]->(t:<labels>)
WHERE <head> IS NOT NULL AND <tail> IS NOT NULL
RETURN <relation> AS relation, count(*) AS facts
ORDER BY facts DESC, relation
