// Purpose: write the documents of a graph to a Parquet file. <file> is filled in by
//   engine/store/embedded/database.py.
// Parameters: kg.
// Returns: nothing.
// Access: read. Engine: embedded. Fragment.
COPY (
  MATCH (d:Document)
  WHERE d.kg = $kg
  RETURN d.uid AS uid, d.kg AS kg, d.id AS id, d.title AS title, d.text AS text, d.stated AS stated,
    d.places AS places, d.file AS file
) TO <file>
