// Purpose: relationships by element id, with those that are parallel to them. <types>, <head>, <relationship> and
//   <tail> are filled in by engine/store/attached/phrases.py.
// Parameters: elements (list of element ids).
// Returns: element, head, tail (id, labels, properties), relationship (type, properties).
// Access: read. Engine: neo4j. Fragment.
MATCH (h)-[f:<types>]->(t)
WHERE elementId(f) IN $elements
MATCH (h)-[r:<types>]->(t)
WHERE type(r) = type(f)
RETURN elementId(f) AS element, <head> AS head, <relationship> AS relationship, <tail> AS tail
