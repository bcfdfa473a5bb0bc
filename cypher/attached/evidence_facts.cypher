// Purpose: evidence of certificates: facts, whether they are stated and by what. <types>, <seek>, <head>,
//   <relation>, <tail> and <sources> are filled in by engine/store/attached/evidence.py.
// Parameters: heads (ids as texts, and as numbers where they may be some), rows (list of [head, relation, tail]).
// Returns: head, relation, tail, sources; a row for each relationship that states one, in no order.
// Access: read. Engine: neo4j. Fragment.
MATCH (h)-[f:<types>]->(t)
WHERE <seek>
WITH <head> AS head, <relation> AS relation, <tail> AS tail, <sources> AS sources
WHERE [head, relation, tail] IN $rows
RETURN head, relation, tail, sources
