// Purpose: documents by their ids.
// Parameters: uids (list of kg, U+001F, id).
// Returns: id, title, text, stated (as the store packs triples); in no order.
// Access: read. Engine: embedded.
MATCH (d:Document)
WHERE d.uid IN $uids
RETURN d.id AS id, d.title AS title, d.text AS text, d.stated AS stated
