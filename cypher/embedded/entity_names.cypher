// Purpose: the names that vectors stand for.
// Parameters: kg.
// Returns: text.
// Access: read. Engine: embedded.
MATCH (e:Entity)
WHERE e.kg = $kg AND e.name <> ''
RETURN e.name AS text
