// Purpose: replace documents by the rows of a Parquet file. <files> is filled in by
//   engine/store/embedded/database.py.
// Parameters: none.
// Returns: nothing.
// Access: write. Engine: embedded. Fragment.
LOAD FROM <files>
WITH uid AS changed, title AS new_title, text AS new_text, stated AS new_stated,
  places AS new_places, file AS new_file
MATCH (d:Document)
WHERE d.uid = changed
SET d.title = new_title, d.text = new_text, d.stated = new_stated, d.places = new_places, d.file = new_file
