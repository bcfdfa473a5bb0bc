// Purpose: simple paths between two entities, from what paths_of_length collected for each number of hops
//   (<collected>). Where there is no path of a length, OPTIONAL MATCH leaves one without keys.
// Parameters: those of paths_of_length.
// Returns: hops, path, keys; in the order of PathQuery.
// Access: read. Engine: embedded. Fragment.
UNWIND <collected> AS found
WITH found
WHERE list_extract(found.keys, 1) <> ''
RETURN found.hops AS hops, found.path AS path, found.keys AS keys
ORDER BY found.hops, found.place
