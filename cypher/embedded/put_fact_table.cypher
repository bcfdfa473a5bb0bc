// Purpose: enter a table of facts in the catalogue.
// Parameters: number, kg, facts, bytes.
// Returns: nothing.
// Access: write. Engine: embedded.
CREATE (:FactTable {number: $number, kg: $kg, facts: $facts, bytes: $bytes})
