// Purpose: which server this is.
// Parameters: none.
// Returns: version, edition.
// Access: server. Engine: neo4j.
CALL dbms.components() YIELD name, versions, edition
WITH versions, edition WHERE name = 'Neo4j Kernel'
RETURN versions[0] AS version, edition
