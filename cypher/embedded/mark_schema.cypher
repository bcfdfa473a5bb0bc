// Purpose: say which version of the tables this is.
// Parameters: version.
// Returns: nothing.
// Access: write. Engine: embedded.
CREATE (:Store {version: $version})
