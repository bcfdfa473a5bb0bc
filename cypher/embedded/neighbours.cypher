// Purpose: what lies one hop from some entities, in either direction.
// Parameters: kg, frontier, seen (lists of kg, U+001F, id), limit,
//   min_score (-1 for any), all_sources, provenance (list), all_types, types (list): see engine/store/filters.py.
// Returns: uid.
// Access: read. Engine: embedded.
MATCH (e:Entity)-[f:FACT]-(other:Entity)
WHERE f.kg = $kg AND e.uid IN $frontier AND NOT other.uid IN $seen
  AND coalesce(f.score, -1.0) >= $min_score
  AND ($all_sources OR any(source IN $provenance WHERE list_contains(f.sources, source)))
  AND ($all_types OR any(type IN $types WHERE list_contains(other.types, type)))
RETURN DISTINCT other.uid AS uid
ORDER BY uid
LIMIT $limit
