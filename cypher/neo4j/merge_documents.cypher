// Purpose: add documents of which some may be there, since another load of the same graph is under way.
// Parameters: kg, id, title, text, stated, places, file (lists of one length).
// Returns: written.
// Access: write. Engine: neo4j.
UNWIND range(0, size($id) - 1) AS i
MERGE (d:Document {kg: $kg, id: $id[i]})
SET d.title = $title[i], d.text = $text[i], d.stated = $stated[i],
  d.places = $places[i], d.file = $file[i]
RETURN count(*) AS written
