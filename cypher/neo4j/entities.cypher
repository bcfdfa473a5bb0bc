// Purpose: entities by id.
// Parameters: kg, ids.
// Returns: id, name, aliases, types, xrefs.
// Access: read. Engine: neo4j.
UNWIND $ids AS id
MATCH (e:Entity {kg: $kg, id: id})
RETURN e.id AS id, e.name AS name, e.aliases AS aliases, e.types AS types, e.xrefs AS xrefs
