// Purpose: fill an empty table from Parquet files. <table> and <files> are filled in by
//   engine/store/embedded/database.py.
// Parameters: none.
// Returns: nothing.
// Access: write. Engine: embedded. Fragment.
COPY <table> FROM [<files>]
