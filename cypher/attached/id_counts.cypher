// Purpose: whether ids are shared between nodes. <labels> and <id> are filled in.
// Parameters: none.
// Returns: id, nodes; an id that several nodes bear, and how many do.
// Access: read. Engine: neo4j. Fragment.
MATCH (n:<labels>)
WITH <id> AS id, count(*) AS nodes
WHERE id IS NOT NULL AND nodes > 1
RETURN id, nodes LIMIT 1
