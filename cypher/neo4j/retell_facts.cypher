// Purpose: tell facts by the new names of their entities; part of a repair that a user may run. Their vectors go.
// Parameters: kg, retold (list of {head, key, text, text_id}).
// Returns: nothing.
// Access: write. Engine: neo4j. Fragment.
MATCH (g:Graph {name: $kg})
SET g.complete = false
WITH g
UNWIND $retold AS row
MATCH (:Entity {kg: $kg, id: row.head})-[f:FACT {key: row.key}]->()
SET f.text = row.text, f.text_id = row.text_id, f['embedding_' + g.slot] = null
