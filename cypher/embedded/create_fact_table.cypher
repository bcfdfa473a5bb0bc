// Purpose: make the catalogue of the tables of facts: FACT_<number> holds facts of one graph, so many, and
//   so many bytes.
// Parameters: none.
// Returns: nothing.
// Access: write. Engine: embedded.
CREATE NODE TABLE FactTable(
  number INT64 PRIMARY KEY,
  kg STRING,
  facts INT64,
  bytes INT64
)
