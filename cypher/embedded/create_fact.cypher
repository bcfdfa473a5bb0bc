// Purpose: make a table of facts. <table> is filled in by engine/store/embedded/database.py.
// Parameters: none.
// Returns: nothing.
// Access: write. Engine: embedded. Fragment.
CREATE REL TABLE <table>(
  FROM Entity TO Entity,
  kg STRING,
  key STRING,
  relation STRING,
  label STRING,
  text STRING,
  sources STRING[],
  score DOUBLE
)
