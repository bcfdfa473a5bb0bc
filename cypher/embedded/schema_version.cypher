// Purpose: which version of the tables this is.
// Parameters: none.
// Returns: version.
// Access: read. Engine: embedded.
MATCH (s:Store)
RETURN s.version AS version
