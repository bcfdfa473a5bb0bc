// Purpose: state facts; part of a repair that a user may run. They have no vector until the graph is embedded.
// Parameters: kg, stated (list of rows of FACT_SCHEMA with text_id).
// Returns: nothing.
// Access: write. Engine: neo4j. Fragment.
UNWIND $stated AS row
MATCH (h:Entity {kg: $kg, id: row.head})
MATCH (t:Entity {kg: $kg, id: row.tail})
MERGE (h)-[f:FACT {kg: $kg, key: row.key}]->(t)
ON CREATE SET f.relation = row.relation, f.label = row.label, f.text = row.text, f.text_id = row.text_id,
  f.sources = row.sources, f.score = row.score
WITH DISTINCT 1 AS stated
MATCH (g:Graph {name: $kg})
SET g.complete = false
