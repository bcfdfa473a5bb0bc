// Purpose: the facts of which an entity is the head.
// Parameters: kg, entity, limit.
// Returns: fact, head, tail; by relation, head, tail.
// Access: read. Engine: neo4j.
MATCH (h:Entity {kg: $kg, id: $entity})-[f:FACT]->(t)
WITH h, f, t ORDER BY f.relation, t.id LIMIT $limit
RETURN f{.key, .relation, .label, .sources} AS fact,
  h{.id, .name, .aliases, .types} AS head, t{.id, .name, .aliases, .types} AS tail
