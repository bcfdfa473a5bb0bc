// Purpose: graphs made at the same time never share a slot, which names their vectors.
// Parameters: none.
// Returns: nothing.
// Access: schema. Engine: neo4j.
CREATE CONSTRAINT groundpath_graph_slot IF NOT EXISTS FOR (g:Graph) REQUIRE g.slot IS UNIQUE
