// Purpose: make the table that says which version of the tables this is.
// Parameters: none.
// Returns: nothing.
// Access: write. Engine: embedded.
CREATE NODE TABLE Store(version INT64 PRIMARY KEY)
