// Purpose: remove documents by their ids.
// Parameters: uids (list of kg, U+001F, id).
// Returns: nothing.
// Access: write. Engine: embedded.
MATCH (d:Document)
WHERE d.uid IN $uids
DELETE d
