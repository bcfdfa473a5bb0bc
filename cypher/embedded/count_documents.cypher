// Purpose: how many documents a graph has.
// Parameters: kg.
// Returns: documents.
// Access: read. Engine: embedded.
MATCH (d:Document)
WHERE d.kg = $kg
RETURN count(d) AS documents
