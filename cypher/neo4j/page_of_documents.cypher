// Purpose: a graph's documents in id order, a page at a time.
// Parameters: kg, after (the last id of the page before, or ''), size.
// Returns: one row of lists: the columns of DOCUMENT_SCHEMA (what is not known is '').
// Access: read. Engine: neo4j.
MATCH (d:Document) WHERE d.kg = $kg AND d.id > $after
WITH d ORDER BY d.kg, d.id LIMIT $size
RETURN collect(d.id) AS id, collect(d.title) AS title, collect(d.text) AS text,
  collect(coalesce(d.stated, '')) AS stated,
  collect(coalesce(d.places, '')) AS places, collect(coalesce(d.file, '')) AS file
