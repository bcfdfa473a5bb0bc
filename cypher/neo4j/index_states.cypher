// Purpose: the state of groundpath's indexes.
// Parameters: none.
// Returns: name, type, state, percent (populated); by name.
// Access: read. Engine: neo4j.
SHOW INDEXES YIELD name, type, state, populationPercent
WHERE name STARTS WITH 'groundpath_'
RETURN name, type, state, populationPercent AS percent
ORDER BY name
