// Purpose: the relationships of nodes of one label, given by their ids. <label>, <property>, <labels>, <types>,
//   <head>, <relationship> and <tail> are filled in by engine/store/attached/phrases.py.
// Parameters: values (ids as texts, and as numbers where they may be some).
// Returns: head, tail (id, labels, properties), relationship (type, properties).
// Access: read. Engine: neo4j. Fragment.
MATCH (n:<label>)-[r:<types>]-(other:<labels>)
WHERE n.<property> IN $values
WITH DISTINCT r
WITH r, startNode(r) AS h, endNode(r) AS t
RETURN <head> AS head, <relationship> AS relationship, <tail> AS tail
