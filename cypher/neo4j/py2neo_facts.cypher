// Purpose: facts by key, as py2neo makes nodes and relationships of them; it knows these by number.
// Parameters: kg, keys.
// Returns: key; fact, type, properties; head, head_labels, head_properties; the same of the tail.
// Access: read. Engine: neo4j.
UNWIND $keys AS key
MATCH (h:Entity)-[f:FACT {kg: $kg, key: key}]->(t:Entity)
RETURN key, id(f) AS fact, type(f) AS type, properties(f) AS properties,
  id(h) AS head, labels(h) AS head_labels, properties(h) AS head_properties,
  id(t) AS tail, labels(t) AS tail_labels, properties(t) AS tail_properties
