// Purpose: evidence of certificates: the entities that bear names, as their name or an alias. <labels>, <id> and
//   <names> are filled in by engine/store/attached/evidence.py.
// Parameters: names (list, in small letters).
// Returns: name, id; in no order.
// Access: read. Engine: neo4j. Fragment.
MATCH (n:<labels>)
WITH <id> AS id, [name IN <names> | toLower(name)] AS names
WHERE id IS NOT NULL
UNWIND names AS name
WITH DISTINCT name, id
WHERE name IN $names
RETURN name, id
