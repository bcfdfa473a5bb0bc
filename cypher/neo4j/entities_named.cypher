// Purpose: entities that bear one of some whole names.
// Parameters: kg, query (of the fulltext index: the graph's slot, and the tokens of the names).
// Returns: id, name, aliases, types, xrefs; in no order. Long names may bring others along.
// Access: read. Engine: neo4j.
CALL db.index.fulltext.queryNodes('groundpath_entity_words', $query) YIELD node AS e
WITH e WHERE e.kg = $kg
RETURN e.id AS id, e.name AS name, e.aliases AS aliases, e.types AS types, e.xrefs AS xrefs
