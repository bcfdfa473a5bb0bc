// Purpose: store the vectors of facts' texts.
// Parameters: kg, property, text_id, text, vector (lists of one length).
// Returns: nothing.
// Access: write. Engine: neo4j.
UNWIND range(0, size($text_id) - 1) AS i
MATCH ()-[f:FACT]->() WHERE f.kg = $kg AND f.text_id = $text_id[i] AND f.text = $text[i]
CALL db.create.setRelationshipVectorProperty(f, $property, $vector[i])
FINISH
