// Purpose: withdraw relationships; part of a repair that a user may run. <types>, <seek>, <head>, <relation> and
//   <tail> are filled in by engine/store/attached/changing.py.
// Parameters: heads (ids as texts, and as numbers where they may be some), withdrawn (list of [head, relation, tail]).
// Returns: nothing.
// Access: write. Engine: neo4j. Fragment.
MATCH (h)-[f:<types>]->(t)
WHERE <seek>
WITH f, <head> AS head, <relation> AS relation, <tail> AS tail
WHERE [head, relation, tail] IN $withdrawn
DELETE f
