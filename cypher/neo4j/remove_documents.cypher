// Purpose: remove documents by their ids.
// Parameters: kg, id (list).
// Returns: written (how many were there).
// Access: write. Engine: neo4j.
UNWIND $id AS id
MATCH (d:Document {kg: $kg, id: id})
DETACH DELETE d
RETURN count(*) AS written
