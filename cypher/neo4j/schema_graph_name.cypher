// Purpose: one node for each graph.
// Parameters: none.
// Returns: nothing.
// Access: schema. Engine: neo4j.
CREATE CONSTRAINT groundpath_graph_name IF NOT EXISTS FOR (g:Graph) REQUIRE g.name IS UNIQUE
