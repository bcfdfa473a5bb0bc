// Purpose: the entities of a graph, as they are stored.
// Parameters: kg.
// Returns: the columns of ENTITY_SCHEMA.
// Access: read. Engine: embedded.
MATCH (e:Entity)
WHERE e.kg = $kg
RETURN e.id AS id, e.name AS name, e.name_rank AS name_rank, e.aliases AS aliases, e.types AS types,
  e.xrefs AS xrefs, e.search AS search
