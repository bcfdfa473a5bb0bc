// Purpose: replace the labels of some facts.
// Parameters: kg, key, label (lists of one length).
// Returns: written.
// Access: write. Engine: neo4j.
UNWIND range(0, size($key) - 1) AS i
MATCH ()-[f:FACT {kg: $kg, key: $key[i]}]->()
SET f.label = $label[i]
RETURN count(*) AS written
