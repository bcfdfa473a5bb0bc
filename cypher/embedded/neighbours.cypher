// Purpose: what lies one hop from some entities, in either direction.
// Parameters: kg, frontier, seen (lists of kg, U+001F, id), limit.
// Returns: uid.
// Access: read. Engine: embedded.
MATCH (e:Entity)-[f:FACT]-(other:Entity)
WHERE f.kg = $kg AND e.uid IN $frontier AND NOT other.uid IN $seen
RETURN DISTINCT other.uid AS uid
ORDER BY uid
LIMIT $limit
