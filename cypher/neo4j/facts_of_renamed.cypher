// Purpose: what the texts of facts are made of, after some of their entities were renamed.
// Parameters: kg, ids.
// Returns: key, label, text (as it stands), head_id, head_name, tail_id, tail_name.
// Access: read. Engine: neo4j.
UNWIND $ids AS id
MATCH (:Entity {kg: $kg, id: id})-[f:FACT]-()
WITH DISTINCT f, startNode(f) AS h, endNode(f) AS t
RETURN f.key AS key, f.label AS label, f.text AS text,
  h.id AS head_id, h.name AS head_name, t.id AS tail_id, t.name AS tail_name
