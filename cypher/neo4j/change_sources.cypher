// Purpose: replace the sources of facts.
// Parameters: kg, key, sources (lists of one length).
// Returns: written.
// Access: write. Engine: neo4j.
UNWIND range(0, size($key) - 1) AS i
MATCH ()-[f:FACT {kg: $kg, key: $key[i]}]->()
SET f.sources = $sources[i]
RETURN count(*) AS written
