// Purpose: how many facts each relation of a graph has.
// Parameters: kg.
// Returns: relation, facts; most frequent first, then by name.
// Access: read. Engine: neo4j.
MATCH ()-[f:FACT]->() WHERE f.kg = $kg AND f.key >= ''
RETURN f.relation AS relation, count(*) AS facts
ORDER BY facts DESC, relation
