// Purpose: write all entities to a Parquet file. <file> is filled in by engine/store/embedded/database.py.
// Parameters: none.
// Returns: nothing.
// Access: read. Engine: embedded. Fragment.
COPY (
  MATCH (e:Entity)
  RETURN e.uid AS uid, e.kg AS kg, e.id AS id, e.name AS name, e.name_rank AS name_rank, e.aliases AS aliases,
    e.types AS types, e.search AS search
) TO <file>
