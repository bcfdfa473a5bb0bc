// Purpose: show facts in a given order. <types>, <seek>, <head>, <tail>, <relation>, <head_label> and <tail_label> are
//   filled in by engine/store/attached/showing.py.
// Parameters: kg, rows (list of {rank, head, relation, tail}).
// Returns: rank, head, relation, tail; one row of relationships that are parallel.
// Access: read. Engine: neo4j. Fragment.
UNWIND $rows AS row
MATCH (h)-[f:<types>]->(t)
WHERE <seek> AND <head> = row.head AND <relation> = row.relation AND <tail> = row.tail
RETURN DISTINCT row.rank AS rank, <head_label> AS head, <relation> AS relation, <tail_label> AS tail
ORDER BY rank
