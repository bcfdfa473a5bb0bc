// Purpose: evidence of certificates: the facts that lead from one entity to another. <types>, <seek>, <head>,
//   <relation> and <tail> are filled in by engine/store/attached/evidence.py.
// Parameters: heads (ids as texts, and as numbers where they may be some), rows (list of [head, tail]).
// Returns: head, relation, tail; in no order.
// Access: read. Engine: neo4j. Fragment.
MATCH (h)-[f:<types>]->(t)
WHERE <seek>
WITH <head> AS head, <relation> AS relation, <tail> AS tail
WHERE [head, tail] IN $rows
RETURN DISTINCT head, relation, tail
