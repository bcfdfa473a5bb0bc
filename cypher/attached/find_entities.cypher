// Purpose: nodes of which a name or cross-reference holds some text. <labels>, <texts> and <node> are filled in by
//   engine/store/attached/phrases.py.
// Parameters: terms (in lower case), most (nodes of each term).
// Returns: term, node (id, labels, properties).
// Access: read. Engine: neo4j. Fragment.
UNWIND $terms AS term
CALL (term) {
  MATCH (n:<labels>)
  WHERE any(text IN <texts> WHERE toLower(text) CONTAINS term)
  RETURN n LIMIT $most
}
RETURN term, <node> AS node
