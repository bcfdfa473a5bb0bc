// Purpose: entities by their ids.
// Parameters: uids (list of kg, U+001F, id).
// Returns: id, name, aliases, types, xrefs; in no order.
// Access: read. Engine: embedded.
MATCH (e:Entity)
WHERE e.uid IN $uids
RETURN e.id AS id, e.name AS name, e.aliases AS aliases, e.types AS types, e.xrefs AS xrefs
