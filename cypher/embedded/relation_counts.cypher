// Purpose: how many facts each relation has.
// Parameters: kg.
// Returns: relation, facts; most frequent first, then by relation.
// Access: read. Engine: embedded.
MATCH (:Entity)-[f:FACT]->(:Entity)
WHERE f.kg = $kg
RETURN f.relation AS relation, count(*) AS facts
ORDER BY facts DESC, relation
