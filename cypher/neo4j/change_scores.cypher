// Purpose: replace the scores of facts.
// Parameters: kg, key, score (lists of one length; null takes a score away).
// Returns: written (fewer than given when a fact is missing).
// Access: write. Engine: neo4j.
UNWIND range(0, size($key) - 1) AS i
MATCH ()-[f:FACT {kg: $kg, key: $key[i]}]->()
SET f.score = $score[i]
RETURN count(*) AS written
