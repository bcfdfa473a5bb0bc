// Purpose: simple paths of one length. For each hop i, <hops> becomes the pattern of fact fi and entity ni,
//   <distinct> what keeps entities apart, <order> the sort keys, <path> and <keys> what is returned.
// Parameters: kg, source, target (ids); relations (list) where the path follows them; limit where there is one.
// Returns: hops (int), path (list: label of the start, then relation, arrow and label of each hop),
//   keys (list).
// Access: read. Engine: neo4j. Fragment.
MATCH (n0:Entity {kg: $kg, id: $source}), (<last>:Entity {kg: $kg, id: $target})
MATCH (n0)<hops>
WHERE <distinct>
WITH * ORDER BY <order>
RETURN <length> AS hops, [coalesce(n0.name, n0.id), <path>] AS path, [<keys>] AS keys
