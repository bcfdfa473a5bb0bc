// Purpose: make the table of entities. uid: kg, U+001F, id.
// Parameters: none.
// Returns: nothing.
// Access: write. Engine: embedded.
CREATE NODE TABLE Entity(
  uid STRING PRIMARY KEY,
  kg STRING,
  id STRING,
  name STRING,
  name_rank INT8,
  aliases STRING[],
  types STRING[],
  xrefs STRING[],
  search STRING
)
