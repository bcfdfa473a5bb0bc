// Purpose: how many nodes have how many relationships. <labels>, <types> and <id> are filled in by
//   engine/store/attached/phrases.py.
// Parameters: none.
// Returns: degree, entities; by degree.
// Access: read. Engine: neo4j. Fragment.
MATCH (n:<labels>)
WHERE <id> IS NOT NULL
RETURN COUNT { (n)-[:<types>]->(:<labels>) } + COUNT { (n)<-[:<types>]-(:<labels>) } AS degree, count(*) AS entities
ORDER BY degree
