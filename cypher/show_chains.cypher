// Purpose: show the facts of chains, in the order in which they were chosen.
// Parameters: kg, rows (list of {chain, step, head, key}).
// Returns: chain, step (both from 1), path (list: label of the head, relation, "->", label of the tail), key,
//   sources (ids of documents).
// Access: read. Engine: both.
UNWIND $rows AS row
MATCH (h:Entity {kg: $kg, id: row.head})-[f:FACT {kg: $kg, key: row.key}]->(t:Entity)
RETURN row.chain AS chain, row.step AS step,
  [coalesce(h.name, h.id), f.relation, '->', coalesce(t.name, t.id)] AS path, f.key AS key, f.sources AS sources
ORDER BY chain, step
