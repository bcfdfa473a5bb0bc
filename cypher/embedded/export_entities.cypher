// Purpose: write the entities of a graph to a Parquet file. <file> is filled in by
//   engine/store/embedded/database.py.
// Parameters: kg.
// Returns: nothing.
// Access: read. Engine: embedded. Fragment.
COPY (
  MATCH (e:Entity)
  WHERE e.kg = $kg
  RETURN e.uid AS uid, e.kg AS kg, e.id AS id, e.name AS name, e.name_rank AS name_rank, e.aliases AS aliases,
    e.types AS types, e.xrefs AS xrefs, e.search AS search
) TO <file>
