// Purpose: give a node another name; part of a repair that a user may run. <label>, <id>, <ids>, <name> and <text>
//   are filled in by engine/store/attached/changing.py.
// Parameters: the values of the id, and the name.
// Returns: nothing.
// Access: write. Engine: neo4j. Fragment.
MATCH (n:<label>)
WHERE n.<id> IN $<ids>
SET n.<name> = $<text>
