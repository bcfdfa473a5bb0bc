// Purpose: the relationships that start at nodes of one label, given by their ids, as py2neo makes nodes and
//   relationships of them. <label>, <property>, <labels>, <types>, <head>, <relation> and <tail> are filled in by
//   engine/store/attached/phrases.py.
// Parameters: values (ids as texts, and as numbers where they may be some).
// Returns: head_id, relation, tail_id; fact, type, properties; head, head_labels, head_properties; the same of the tail.
// Access: read. Engine: neo4j. Fragment.
MATCH (h:<label>)-[f:<types>]->(t:<labels>)
WHERE h.<property> IN $values AND <head> IS NOT NULL AND <tail> IS NOT NULL
RETURN <head> AS head_id, <relation> AS relation, <tail> AS tail_id,
  id(f) AS fact, type(f) AS type, properties(f) AS properties,
  id(h) AS head, labels(h) AS head_labels, properties(h) AS head_properties,
  id(t) AS tail, labels(t) AS tail_labels, properties(t) AS tail_properties
