// Purpose: show the facts of chains, in the order in which they were chosen. <types>, <seek>, <head>, <tail>,
//   <relation>, <head_label> and <tail_label> are filled in by engine/store/attached/showing.py.
// Parameters: kg, rows (list of {chain, step, head, relation, tail}).
// Returns: chain, step (both from 1), path (list: label of the head, relation, "->", label of the tail).
// Access: read. Engine: neo4j. Fragment.
UNWIND $rows AS row
MATCH (h)-[f:<types>]->(t)
WHERE <seek> AND <head> = row.head AND <relation> = row.relation AND <tail> = row.tail
RETURN DISTINCT row.chain AS chain, row.step AS step, [<head_label>, <relation>, '->', <tail_label>] AS path
ORDER BY chain, step
