// Purpose: give entities another name and other types; part of a repair that a user may run.
// Parameters: kg, described (list of {id, name, text_id, types, search}).
// Returns: nothing.
// Access: write. Engine: neo4j. Fragment.
UNWIND $described AS row
MATCH (e:Entity {kg: $kg, id: row.id})
SET e.name = row.name, e.text_id = row.text_id, e.types = row.types, e.search = row.search
