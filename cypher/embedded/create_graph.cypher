// Purpose: make the catalogue of graphs.
// Parameters: none.
// Returns: nothing.
// Access: write. Engine: embedded.
CREATE NODE TABLE Graph(
  name STRING PRIMARY KEY,
  entities INT64,
  facts INT64,
  documents INT64,
  embeddable_entities INT64,
  encoder_model STRING,
  encoder_dimensions INT64,
  traits STRING,
  identity STRING
)
