// Purpose: remove entities that no fact mentions.
// Parameters: uids (list of kg, U+001F, id).
// Returns: nothing.
// Access: write. Engine: embedded.
MATCH (e:Entity)
WHERE e.uid IN $uids
DELETE e
