// Purpose: a key names one fact of a graph; find it, and walk a graph's facts in key order.
// Parameters: none.
// Returns: nothing.
// Access: schema. Engine: neo4j.
CREATE CONSTRAINT groundpath_fact_key IF NOT EXISTS FOR ()-[f:FACT]-() REQUIRE (f.kg, f.key) IS UNIQUE
