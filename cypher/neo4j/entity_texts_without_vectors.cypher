// Purpose: distinct names of entities that lack a vector, a page at a time, by number.
// Parameters: kg, property (of the vectors), after (the last number of the page before, or -1), size.
// Returns: text_id, texts (several when numbers happen to be equal).
// Access: read. Engine: neo4j.
MATCH (e:Entity) WHERE e.kg = $kg AND e.text_id > $after AND e[$property] IS NULL
WITH e.kg AS kg, e.text_id AS text_id, collect(DISTINCT e.name) AS texts
RETURN text_id, texts
ORDER BY kg, text_id LIMIT $size
