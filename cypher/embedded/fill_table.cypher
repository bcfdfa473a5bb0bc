// Purpose: add the rows of Parquet files to a table. <table> and <files> are filled in by
//   engine/store/embedded/database.py.
// Parameters: none.
// Returns: nothing.
// Access: write. Engine: embedded. Fragment.
COPY <table> FROM [<files>]
