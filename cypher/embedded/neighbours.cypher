// Purpose: what lies one hop from some entities, in either direction.
// Parameters: frontier, seen (lists of kg, U+001F, id), limit.
// Returns: uid.
// Access: read. Engine: embedded.
MATCH (e:Entity)-[:FACT]-(other:Entity)
WHERE e.uid IN $frontier AND NOT other.uid IN $seen
RETURN DISTINCT other.uid AS uid
ORDER BY uid
LIMIT $limit
