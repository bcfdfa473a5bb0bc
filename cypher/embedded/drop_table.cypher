// Purpose: remove a table. <table> is filled in by engine/store/embedded/database.py.
// Parameters: none.
// Returns: nothing.
// Access: write. Engine: embedded. Fragment.
DROP TABLE <table>
