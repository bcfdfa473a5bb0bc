// Purpose: keys, sources and scores of a graph's facts in key order, a page at a time.
// Parameters: kg, after (the last key of the page before, or ''), size.
// Returns: one row of lists: key, sources, score (-1.0 for none).
// Access: read. Engine: neo4j.
MATCH ()-[f:FACT]->() WHERE f.kg = $kg AND f.key > $after
WITH f ORDER BY f.kg, f.key LIMIT $size
RETURN collect(f.key) AS key, collect(f.sources) AS sources,
  collect(coalesce(f.score, -1.0)) AS score
