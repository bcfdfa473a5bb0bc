// Purpose: replace titles and texts of documents.
// Parameters: kg, id, title, text (lists of one length).
// Returns: written.
// Access: write. Engine: neo4j.
UNWIND range(0, size($id) - 1) AS i
MATCH (d:Document {kg: $kg, id: $id[i]})
SET d.title = $title[i], d.text = $text[i]
RETURN count(*) AS written
