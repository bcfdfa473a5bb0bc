// Purpose: remove facts by their keys, and the entities that no fact mentions then, although nothing but facts
//   told of them: no source gave them a name, an alias, a type or a cross-reference.
// Parameters: kg, key (list).
// Returns: entities (how many went).
// Access: write. Engine: neo4j.
UNWIND $key AS key
MATCH (h)-[f:FACT {kg: $kg, key: key}]->(t)
WITH collect(f) AS facts, collect(h) + collect(t) AS ends
FOREACH (f IN facts | DELETE f)
WITH ends
UNWIND ends AS e
WITH DISTINCT e
WHERE NOT EXISTS { (e)-[:FACT]-() } AND e.name_rank < 2 AND size(e.aliases) = 0 AND size(e.types) = 0
  AND size(coalesce(e.xrefs, [])) = 0
DELETE e
RETURN count(*) AS entities
