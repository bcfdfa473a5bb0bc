// Purpose: make the table of facts.
// Parameters: none.
// Returns: nothing.
// Access: write. Engine: embedded.
CREATE REL TABLE FACT(
  FROM Entity TO Entity,
  kg STRING,
  key STRING,
  relation STRING,
  label STRING,
  text STRING,
  sources STRING[]
)
