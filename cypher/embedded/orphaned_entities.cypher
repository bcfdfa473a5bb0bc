// Purpose: which of some entities no fact mentions, although nothing but facts told of them: no source gave
//   them a name, an alias, a type or a cross-reference.
// Parameters: kg, uids (list of kg, U+001F, id).
// Returns: uid.
// Access: read. Engine: embedded.
MATCH (e:Entity)
WHERE e.uid IN $uids AND e.name_rank < 2 AND size(e.aliases) = 0 AND size(e.types) = 0
  AND size(e.xrefs) = 0
  AND NOT EXISTS { MATCH (e)-[f:FACT]-(:Entity) WHERE f.kg = $kg }
RETURN e.uid AS uid
