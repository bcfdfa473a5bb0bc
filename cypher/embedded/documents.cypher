// Purpose: documents by their ids.
// Parameters: uids (list of kg, U+001F, id).
// Returns: the columns of DOCUMENT_SCHEMA; in no order.
// Access: read. Engine: embedded.
MATCH (d:Document)
WHERE d.uid IN $uids
RETURN d.id AS id, d.title AS title, d.text AS text, d.stated AS stated,
  d.places AS places, d.file AS file
