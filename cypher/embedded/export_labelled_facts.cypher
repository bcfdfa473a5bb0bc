// Purpose: write facts to a Parquet file, with what their ends are called. <file> and the table are filled in
//   by engine/store/embedded/database.py.
// Parameters: none.
// Returns: nothing.
// Access: read. Engine: embedded. Fragment.
COPY (
  MATCH (h:Entity)-[f:FACT]->(t:Entity)
  RETURN h.uid AS head, t.uid AS tail, f.kg AS kg, f.key AS key, f.relation AS relation, f.label AS label,
    f.text AS text, f.sources AS sources, f.score AS score,
    CASE WHEN h.name IS NULL OR h.name = '' THEN h.id ELSE h.name END AS head_label,
    CASE WHEN t.name IS NULL OR t.name = '' THEN t.id ELSE t.name END AS tail_label
) TO <file>
