// Purpose: which properties nodes of a label have, by a sample. <label> is filled in.
// Parameters: none.
// Returns: property, nodes (how many of the sample have it), sample.
// Access: read. Engine: neo4j. Fragment.
MATCH (n:<label>)
WITH n LIMIT 1000
WITH collect(n) AS sample
UNWIND sample AS n
UNWIND keys(n) AS property
RETURN property, count(*) AS nodes, size(sample) AS sample
ORDER BY property
