// Purpose: the documents of a graph.
// Parameters: kg.
// Returns: the columns of DOCUMENT_SCHEMA.
// Access: read. Engine: embedded.
MATCH (d:Document)
WHERE d.kg = $kg
RETURN d.id AS id, d.title AS title, d.text AS text, d.stated AS stated,
  d.places AS places, d.file AS file
