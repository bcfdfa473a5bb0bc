// Purpose: the facts of which an entity is head or tail.
// Parameters: kg, entity, limit.
// Returns: fact, head, tail; by relation, head, tail.
// Access: read. Engine: neo4j.
MATCH (:Entity {kg: $kg, id: $entity})-[f:FACT]-()
WITH f, startNode(f) AS h, endNode(f) AS t
ORDER BY f.relation, h.id, t.id LIMIT $limit
RETURN f{.key, .relation, .label, .sources} AS fact,
  h{.id, .name, .aliases, .types} AS head, t{.id, .name, .aliases, .types} AS tail
