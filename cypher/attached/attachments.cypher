// Purpose: the graphs that are attached.
// Parameters: none.
// Returns: name, mapping (as engine/store/attached/mapping.py packs it).
// Access: read. Engine: neo4j.
MATCH (a:GroundpathAttached)
RETURN a.name AS name, a.mapping AS mapping
ORDER BY name
