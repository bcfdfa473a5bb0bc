// Purpose: replace the texts of facts; their vectors go.
// Parameters: kg, property (of the vectors), key, text, text_id (lists of one length).
// Returns: written.
// Access: write. Engine: neo4j.
UNWIND range(0, size($key) - 1) AS i
MATCH ()-[f:FACT {kg: $kg, key: $key[i]}]->()
SET f.text = $text[i], f.text_id = $text_id[i], f[$property] = null
RETURN count(*) AS written
