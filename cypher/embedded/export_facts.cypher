// Purpose: write facts to a Parquet file. <file> and the table are filled in by
//   engine/store/embedded/database.py.
// Parameters: none.
// Returns: nothing.
// Access: read. Engine: embedded. Fragment.
COPY (
  MATCH (h:Entity)-[f:FACT]->(t:Entity)
  RETURN h.uid AS head, t.uid AS tail, f.kg AS kg, f.key AS key, f.relation AS relation, f.label AS label,
    f.text AS text, f.sources AS sources, f.score AS score
) TO <file>
