// Purpose: entities that a text may mean: by id, or by a token of their search text.
// Parameters: kg, text, tokens (as they stand in Entity.search: between spaces).
// Returns: id, name, aliases, types, xrefs; in no order.
// Access: read. Engine: embedded.
MATCH (e:Entity)
WHERE e.kg = $kg AND (e.id = $text OR any(token IN $tokens WHERE e.search CONTAINS token))
RETURN e.id AS id, e.name AS name, e.aliases AS aliases, e.types AS types, e.xrefs AS xrefs
