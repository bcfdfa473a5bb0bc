// Purpose: all relationships that are read. <labels>, <types>, <head>, <tail> (ids) and <relationship> are filled
//   in by engine/store/attached/phrases.py.
// Parameters: none.
// Returns: head, relationship (type, properties), tail.
// Access: read. Engine: neo4j. Fragment.
MATCH (h:<labels>)-[r:<types>]->(t:<labels>)
WITH r, <head> AS head, <tail> AS tail
WHERE head IS NOT NULL AND tail IS NOT NULL
RETURN head, <relationship> AS relationship, tail
