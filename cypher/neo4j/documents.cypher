// Purpose: documents by id.
// Parameters: kg, ids.
// Returns: the columns of DOCUMENT_SCHEMA.
// Access: read. Engine: neo4j.
UNWIND $ids AS id
MATCH (d:Document {kg: $kg, id: id})
RETURN d.id AS id, d.title AS title, d.text AS text, d.stated AS stated,
  d.places AS places, d.file AS file
