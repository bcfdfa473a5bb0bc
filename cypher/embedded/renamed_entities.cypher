// Purpose: which entities a Parquet file of entities calls otherwise than they are called now. <files> is filled
//   in by engine/store/embedded/database.py.
// Parameters: none.
// Returns: uid.
// Access: read. Engine: embedded. Fragment.
LOAD FROM <files>
WITH uid AS changed, CASE WHEN name IS NULL OR name = '' THEN id ELSE name END AS new_label
MATCH (e:Entity)
WHERE e.uid = changed AND new_label <> CASE WHEN e.name IS NULL OR e.name = '' THEN e.id ELSE e.name END
RETURN e.uid AS uid
