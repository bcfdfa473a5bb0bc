// Purpose: store the vectors of names.
// Parameters: kg, property, text_id, text, vector (lists of one length).
// Returns: nothing.
// Access: write. Engine: neo4j.
UNWIND range(0, size($text_id) - 1) AS i
MATCH (e:Entity) WHERE e.kg = $kg AND e.text_id = $text_id[i] AND e.name = $text[i]
CALL db.create.setNodeVectorProperty(e, $property, $vector[i])
FINISH
