// Purpose: how many entities a graph has, and how many of them have a name.
// Parameters: kg.
// Returns: entities, embeddable_entities.
// Access: read. Engine: embedded.
MATCH (e:Entity)
WHERE e.kg = $kg
RETURN count(e) AS entities, count(CASE WHEN e.name <> '' THEN 1 ELSE NULL END) AS embeddable_entities
