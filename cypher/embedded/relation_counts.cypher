// Purpose: how many facts each relation has, and what it is called.
// Parameters: kg.
// Returns: relation, facts, label; most frequent first, then by relation.
// Access: read. Engine: embedded.
MATCH (:Entity)-[f:FACT]->(:Entity)
WHERE f.kg = $kg
RETURN f.relation AS relation, count(*) AS facts, min(f.label) AS label
ORDER BY facts DESC, relation
