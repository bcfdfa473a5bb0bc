// Purpose: withdraw facts; part of a repair that a user may run. Their entities stay.
// Parameters: kg, withdrawn (list of {head, key}).
// Returns: nothing.
// Access: write. Engine: neo4j. Fragment.
UNWIND $withdrawn AS row
MATCH (:Entity {kg: $kg, id: row.head})-[f:FACT {key: row.key}]->()
DELETE f
