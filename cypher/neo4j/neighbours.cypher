// Purpose: entities one fact away from some that are not among those seen.
// Parameters: kg, frontier (ids), seen (ids), limit.
// Returns: id; by id.
// Access: read. Engine: neo4j.
UNWIND $frontier AS id
MATCH (:Entity {kg: $kg, id: id})-[:FACT]-(e)
WITH DISTINCT e WHERE NOT e.id IN $seen
RETURN e.id AS id ORDER BY id LIMIT $limit
