// Purpose: the texts that vectors stand for.
// Parameters: kg.
// Returns: text.
// Access: read. Engine: embedded.
MATCH (:Entity)-[f:FACT]->(:Entity)
WHERE f.kg = $kg
RETURN f.text AS text
