// Purpose: the paths of one length. What stands in <> is filled in by engine/store/attached/paths.py.
// Parameters: see paths.
// Returns: hops, nodes, facts; in the order of PathQuery.
// Access: read. Engine: neo4j. Fragment.
MATCH (n0:<labels>), (<last>:<labels>)
WHERE <ends>
MATCH (n0)<hops>
WHERE <distinct>
WITH * ORDER BY <order>
RETURN <length> AS hops, [<nodes>] AS nodes, [<facts>] AS facts
