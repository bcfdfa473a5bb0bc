// Purpose: how many entities of a graph have each degree; a fact from an entity to itself counts twice.
// Parameters: kg.
// Returns: degree, entities; smallest degree first.
// Access: read. Engine: neo4j.
MATCH (e:Entity) WHERE e.kg = $kg AND e.id >= ''
RETURN COUNT { (e)-[:FACT]->() } + COUNT { (e)<-[:FACT]-() } AS degree, count(*) AS entities
ORDER BY degree
