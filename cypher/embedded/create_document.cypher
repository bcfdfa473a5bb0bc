// Purpose: make the table of documents. uid: kg, U+001F, id.
// Parameters: none.
// Returns: nothing.
// Access: write. Engine: embedded.
CREATE NODE TABLE Document(
  uid STRING PRIMARY KEY,
  kg STRING,
  id STRING,
  title STRING,
  text STRING,
  stated STRING,
  places STRING,
  file STRING
)
