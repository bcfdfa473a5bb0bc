// Purpose: an id names one document of a graph; find it, and walk a graph's documents in id order.
// Parameters: none.
// Returns: nothing.
// Access: schema. Engine: neo4j.
CREATE CONSTRAINT groundpath_document_id IF NOT EXISTS FOR (d:Document) REQUIRE (d.kg, d.id) IS UNIQUE
