// Purpose: distinct texts of facts that lack a vector, a page at a time, by number.
// Parameters: kg, property (of the vectors), after (the last number of the page before, or -1), size.
// Returns: text_id, texts (several when numbers happen to be equal).
// Access: read. Engine: neo4j.
MATCH ()-[f:FACT]->() WHERE f.kg = $kg AND f.text_id > $after AND f[$property] IS NULL
WITH f.kg AS kg, f.text_id AS text_id, collect(DISTINCT f.text) AS texts
RETURN text_id, texts
ORDER BY kg, text_id LIMIT $size
