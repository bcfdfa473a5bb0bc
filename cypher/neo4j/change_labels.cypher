// Purpose: replace the label of some facts.
// Parameters: kg, key (a list), label.
// Returns: written.
// Access: write. Engine: neo4j.
UNWIND $key AS key
MATCH ()-[f:FACT {kg: $kg, key: key}]->()
SET f.label = $label
RETURN count(*) AS written
