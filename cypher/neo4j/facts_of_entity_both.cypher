// Purpose: the facts of which an entity is head or tail.
// Parameters: kg, entity, limit,
//   min_score (-1 for any), all_sources, provenance (list), all_types, types (list): see engine/store/filters.py.
// Returns: fact, head, tail; by relation, head, tail.
// Access: read. Engine: neo4j.
MATCH (:Entity {kg: $kg, id: $entity})-[f:FACT]-(other)
WHERE coalesce(f.score, -1.0) >= $min_score
  AND ($all_sources OR any(source IN $provenance WHERE source IN f.sources))
  AND ($all_types OR other.id = $entity OR any(type IN $types WHERE type IN other.types))
WITH f, startNode(f) AS h, endNode(f) AS t
ORDER BY f.relation, h.id, t.id LIMIT $limit
RETURN f{.key, .relation, .label, .sources, .score} AS fact,
  h{.id, .name, .aliases, .types, .xrefs} AS head, t{.id, .name, .aliases, .types, .xrefs} AS tail
