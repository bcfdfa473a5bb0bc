// Purpose: withdraw facts, and the entities that no fact mentions then, as remove_facts does; part of a repair that
//   a user may run.
// Parameters: kg, withdrawn (list of {head, key}).
// Returns: nothing.
// Access: write. Engine: neo4j. Fragment.
UNWIND $withdrawn AS row
MATCH (h:Entity {kg: $kg, id: row.head})-[f:FACT {key: row.key}]->(t)
WITH collect(f) AS facts, collect(h) + collect(t) AS ends
FOREACH (f IN facts | DELETE f)
WITH ends
UNWIND ends AS e
WITH DISTINCT e
WHERE NOT EXISTS { (e)-[:FACT]-() } AND e.name_rank < 2 AND size(e.aliases) = 0 AND size(e.types) = 0
  AND size(coalesce(e.xrefs, [])) = 0
DELETE e
