// Purpose: which facts a table holds, and between which entities. The table is filled in by
//   engine/store/embedded/database.py.
// Parameters: none.
// Returns: key, relation, head, tail (the latter kg, U+001F, id).
// Access: read. Engine: embedded. Fragment.
MATCH (h:Entity)-[f:FACT]->(t:Entity)
RETURN f.key AS key, f.relation AS relation, h.uid AS head, t.uid AS tail
