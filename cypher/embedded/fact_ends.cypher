// Purpose: between which entities the facts of a table are, to count degrees. The table is filled in by
//   engine/store/embedded/database.py.
// Parameters: none.
// Returns: head, tail (their places in the table of entities).
// Access: read. Engine: embedded. Fragment.
MATCH (h:Entity)-[f:FACT]->(t:Entity)
RETURN offset(id(h)) AS head, offset(id(t)) AS tail
