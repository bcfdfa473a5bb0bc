// Purpose: what each relation of a graph is called.
// Parameters: kg.
// Returns: relation, labels (one; several after a change of them that was cut off).
// Access: read. Engine: neo4j.
MATCH ()-[f:FACT]->() WHERE f.kg = $kg AND f.key >= ''
RETURN f.relation AS relation, collect(DISTINCT f.label) AS labels
ORDER BY relation
