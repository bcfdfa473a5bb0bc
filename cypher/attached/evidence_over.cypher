// Purpose: evidence of certificates: whether two relations, in either direction, lead over some entity between
//   two others. <types>, <seek>, <head>, <onto>, <onward> and <tail> are filled in by engine/store/attached/evidence.py.
// Parameters: heads (ids as texts, and as numbers where they may be some), rows (list of [head, onto, onward, tail]).
// Returns: head, onto, onward, tail; of those that do, in no order.
// Access: read. Engine: neo4j. Fragment.
MATCH (h)-[f:<types>]-()-[g:<types>]-(t)
WHERE <seek>
WITH <head> AS head, <onto> AS onto, <onward> AS onward, <tail> AS tail
WHERE [head, onto, onward, tail] IN $rows
RETURN DISTINCT head, onto, onward, tail
