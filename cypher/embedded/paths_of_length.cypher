// Purpose: collect the simple paths of one length. For each hop i, <hops> becomes the pattern of fact fi and
//   entity ni, <distinct> what keeps entities apart, <shown> and <keys> what is returned, <place> the sort key;
//   <before> carries on the shorter paths.
// Parameters: kg, source, target (ids), relations (list, only where the path follows them).
// Returns: what was collected before, and paths_<length>.
// Access: read. Engine: embedded. Fragment.
OPTIONAL MATCH (n0:Entity)<hops>
WHERE n0.kg = $kg AND n0.id = $source AND n<length>.kg = $kg AND n<length>.id = $target
  AND <distinct>
WITH <before>collect({
  hops: <length>,
  path: [coalesce(n0.name, n0.id), <shown>],
  keys: [<keys>],
  place: concat(<place>)
}) AS paths_<length>
