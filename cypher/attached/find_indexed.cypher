// Purpose: as find_entities, by an index on names. <labels> and <node> are filled in by
//   engine/store/attached/phrases.py.
// Parameters: index (its name), terms (in lower case), most (nodes of each term).
// Returns: term, node (id, labels, properties).
// Access: read. Engine: neo4j. Fragment.
UNWIND $terms AS term
CALL (term) {
  CALL db.index.fulltext.queryNodes($index, '"' + replace(replace(term, '\\', ' '), '"', ' ') + '"') YIELD node AS n
  WHERE (n:<labels>)
  RETURN n LIMIT $most
}
RETURN term, <node> AS node
