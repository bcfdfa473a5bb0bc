// Purpose: what each relation of a graph is called.
// Parameters: kg.
// Returns: relation, labels (one).
// Access: read. Engine: embedded.
MATCH (:Entity)-[f:FACT]->(:Entity)
WHERE f.kg = $kg
RETURN f.relation AS relation, collect(DISTINCT f.label) AS labels
ORDER BY relation
