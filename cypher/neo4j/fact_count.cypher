// Purpose: how many facts a graph has, without looking at vectors.
// Parameters: kg.
// Returns: facts.
// Access: read. Engine: neo4j.
MATCH ()-[f:FACT]->() WHERE f.kg = $kg AND f.key >= '' RETURN count(*) AS facts
