// Purpose: simple paths between two entities; what engine/store/neo4j/paths.py makes of paths_of_length, one
//   for each number of hops, replaces "…".
// Parameters: those of paths_of_length.
// Returns: hops, path, keys; fewest hops first, then the order of paths_of_length.
// Access: read. Engine: neo4j. Fragment.
CALL () {
…
}
RETURN hops, path, keys
