// Purpose: all facts between entities of a set.
// Parameters: kg, ids.
// Returns: fact, head, tail; by key.
// Access: read. Engine: neo4j.
UNWIND $ids AS id
MATCH (h:Entity {kg: $kg, id: id})-[f:FACT]->(t)
WHERE t.id IN $ids
WITH h, f, t ORDER BY f.key
RETURN f{.key, .relation, .label, .sources} AS fact,
  h{.id, .name, .aliases, .types} AS head, t{.id, .name, .aliases, .types} AS tail
