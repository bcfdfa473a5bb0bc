// Purpose: the vectors of facts.
// Parameters: kg, property (of the vectors), keys.
// Returns: key, vector; in no order.
// Access: read. Engine: neo4j.
UNWIND $keys AS key
MATCH ()-[f:FACT {kg: $kg, key: key}]->()
RETURN f.key AS key, f[$property] AS vector
