// Purpose: write which facts there are, with sources and scores, to a Parquet file. <file> and the table are filled
//   in by engine/store/embedded/database.py.
// Parameters: none.
// Returns: nothing.
// Access: read. Engine: embedded. Fragment.
COPY (
  MATCH (:Entity)-[f:FACT]->(:Entity)
  RETURN f.key AS key, f.sources AS sources, f.score AS score
) TO <file>
