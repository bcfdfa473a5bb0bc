// Purpose: how many facts a graph has.
// Parameters: kg.
// Returns: facts.
// Access: read. Engine: embedded.
MATCH (:Entity)-[f:FACT]->(:Entity)
WHERE f.kg = $kg
RETURN count(f) AS facts
