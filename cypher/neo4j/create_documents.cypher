// Purpose: add documents that are not there yet.
// Parameters: kg, id, title, text, stated, places, file (lists of one length).
// Returns: written.
// Access: write. Engine: neo4j.
UNWIND range(0, size($id) - 1) AS i
CREATE (d:Document {kg: $kg, id: $id[i], title: $title[i], text: $text[i], stated: $stated[i],
  places: $places[i], file: $file[i]})
RETURN count(*) AS written
