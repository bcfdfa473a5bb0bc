// Purpose: evidence of certificates: the entities that bear names, as their name or an alias.
// Parameters: kg, names (list, in small letters; not empty).
// Returns: name, id; in no order.
// Access: read. Engine: both.
UNWIND $names AS name
MATCH (e:Entity)
WHERE e.kg = $kg AND (lower(e.name) = name OR any(alias IN e.aliases WHERE lower(alias) = name))
RETURN name, e.id AS id
