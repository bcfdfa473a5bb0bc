// Purpose: replace what is known of entities by the rows of a Parquet file. <files> is filled in by
//   engine/store/embedded/database.py.
// Parameters: none.
// Returns: nothing.
// Access: write. Engine: embedded. Fragment.
LOAD FROM <files>
WITH uid AS changed, name AS new_name, name_rank AS new_rank, aliases AS new_aliases, types AS new_types,
  xrefs AS new_xrefs, search AS new_search
MATCH (e:Entity)
WHERE e.uid = changed
SET e.name = new_name, e.name_rank = new_rank, e.aliases = new_aliases, e.types = new_types,
  e.xrefs = new_xrefs, e.search = new_search
