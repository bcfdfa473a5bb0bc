// Purpose: entities that a text may mean: by id, by whole name, by any word that is not too common.
// Parameters: kg, text, whole (list of {query, token}: none or the whole name), words (the same, one a word),
//   common (a word with more entities than this is left out).
// Returns: id, name, aliases, types, xrefs; in no order.
// Access: read. Engine: neo4j.
CALL () {
  MATCH (e:Entity {kg: $kg, id: $text})
  RETURN e
  UNION
  UNWIND $whole AS sought
  CALL db.index.fulltext.queryNodes('groundpath_entity_words', sought.query) YIELD node AS e
  WITH e, sought WHERE e.kg = $kg AND e.search CONTAINS sought.token
  RETURN e
  UNION
  UNWIND $words AS sought
  CALL (sought) {
    CALL db.index.fulltext.queryNodes('groundpath_entity_words', sought.query, {limit: $common + 1}) YIELD node
    WITH node WHERE node.kg = $kg AND node.search CONTAINS sought.token
    RETURN collect(node) AS bearers
  }
  WITH bearers WHERE size(bearers) <= $common
  UNWIND bearers AS e
  RETURN e
}
RETURN e.id AS id, e.name AS name, e.aliases AS aliases, e.types AS types, e.xrefs AS xrefs
