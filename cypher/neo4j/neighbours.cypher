// Purpose: entities one fact away from some that are not among those seen.
// Parameters: kg, frontier (ids), seen (ids), limit,
//   min_score (-1 for any), all_sources, provenance (list), all_types, types (list): see engine/store/filters.py.
// Returns: id; by id.
// Access: read. Engine: neo4j.
UNWIND $frontier AS id
MATCH (:Entity {kg: $kg, id: id})-[f:FACT]-(e)
WHERE coalesce(f.score, -1.0) >= $min_score
  AND ($all_sources OR any(source IN $provenance WHERE source IN f.sources))
  AND ($all_types OR any(type IN $types WHERE type IN e.types))
WITH DISTINCT e WHERE NOT e.id IN $seen
RETURN e.id AS id ORDER BY id LIMIT $limit
