// Purpose: how many facts each relation of a graph has, and what it is called.
// Parameters: kg.
// Returns: relation, facts, label; most frequent first, then by name.
// Access: read. Engine: neo4j.
MATCH ()-[f:FACT]->() WHERE f.kg = $kg AND f.key >= ''
RETURN f.relation AS relation, count(*) AS facts, min(f.label) AS label
ORDER BY facts DESC, relation
