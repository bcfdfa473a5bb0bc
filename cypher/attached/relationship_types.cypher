// Purpose: which relationships stand between nodes of some labels, and with which properties. <labels> is filled in.
// Parameters: none.
// Returns: type, property (null for a type without any), least, most (of the property's values).
// Access: read. Engine: neo4j. Fragment.
MATCH (:<labels>)-[r]->(:<labels>)
UNWIND CASE WHEN size(keys(r)) = 0 THEN [null] ELSE keys(r) END AS property
RETURN type(r) AS type, property, min(r[property]) AS least, max(r[property]) AS most
ORDER BY type, property
