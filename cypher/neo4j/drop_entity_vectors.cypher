// Purpose: drop the index of a graph's entity vectors.
// Parameters: none; the graph's number replaces "slot" in the identifier.
// Returns: nothing.
// Access: schema. Engine: neo4j.
DROP INDEX groundpath_entity_vectors_slot IF EXISTS
