// Purpose: documents by id.
// Parameters: kg, ids.
// Returns: id, title, text, stated (as the store packs triples).
// Access: read. Engine: neo4j.
UNWIND $ids AS id
MATCH (d:Document {kg: $kg, id: id})
RETURN d.id AS id, d.title AS title, d.text AS text, d.stated AS stated
