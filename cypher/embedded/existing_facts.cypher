// Purpose: which facts a graph has, with their sources.
// Parameters: kg.
// Returns: key, sources.
// Access: read. Engine: embedded.
MATCH (:Entity)-[f:FACT]->(:Entity)
WHERE f.kg = $kg
RETURN f.key AS key, f.sources AS sources
