// Purpose: strike a table of facts from the catalogue.
// Parameters: number.
// Returns: nothing.
// Access: write. Engine: embedded.
MATCH (t:FactTable {number: $number})
DELETE t
