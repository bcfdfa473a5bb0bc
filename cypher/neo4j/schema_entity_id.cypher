// Purpose: an id names one entity of a graph; find it, and walk a graph's entities in id order.
// Parameters: none.
// Returns: nothing.
// Access: schema. Engine: neo4j.
CREATE CONSTRAINT groundpath_entity_id IF NOT EXISTS FOR (e:Entity) REQUIRE (e.kg, e.id) IS UNIQUE
