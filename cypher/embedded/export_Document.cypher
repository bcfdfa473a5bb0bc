// Purpose: write all documents to a Parquet file. <file> is filled in by engine/store/embedded/database.py.
// Parameters: none.
// Returns: nothing.
// Access: read. Engine: embedded. Fragment.
COPY (
  MATCH (d:Document)
  RETURN d.uid AS uid, d.kg AS kg, d.id AS id, d.title AS title, d.text AS text
) TO <file>
