// Purpose: move everything from the log into the database file.
// Parameters: none.
// Returns: nothing.
// Access: write. Engine: embedded.
CHECKPOINT
