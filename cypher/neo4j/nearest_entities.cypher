// Purpose: the entities nearest to each of some vectors.
// Parameters: index, queries (list of vectors), candidates (how many the index is asked for), k.
// Returns: query (position in queries), score (cosine), id, name, aliases, types, xrefs; nearest first, then by id.
// Access: read. Engine: neo4j.
UNWIND range(0, size($queries) - 1) AS query
CALL db.index.vector.queryNodes($index, $candidates, $queries[query]) YIELD node AS e, score
WITH query, e, score ORDER BY query, score DESC, e.id
WITH query, collect({entity: e, score: 2 * score - 1})[..$k] AS nearest
UNWIND nearest AS near
WITH query, near.score AS score, near.entity AS e
RETURN query, score, e.id AS id, e.name AS name, e.aliases AS aliases, e.types AS types, e.xrefs AS xrefs
