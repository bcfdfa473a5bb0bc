// Purpose: the catalogue of the tables of facts.
// Parameters: none.
// Returns: number, kg, facts, bytes; the oldest first.
// Access: read. Engine: embedded.
MATCH (t:FactTable)
RETURN t.number AS number, t.kg AS kg, t.facts AS facts, t.bytes AS bytes
ORDER BY number
