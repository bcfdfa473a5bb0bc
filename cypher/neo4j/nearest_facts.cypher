// Purpose: the facts nearest to each of some vectors.
// Parameters: index, queries (list of vectors), candidates (how many the index is asked for), k.
// Returns: query (position in queries), score (cosine), fact, head, tail; nearest first, then by key.
// Access: read. Engine: neo4j.
UNWIND range(0, size($queries) - 1) AS query
CALL db.index.vector.queryRelationships($index, $candidates, $queries[query]) YIELD relationship AS f, score
WITH query, f, score ORDER BY query, score DESC, f.key
WITH query, collect({fact: f, score: 2 * score - 1})[..$k] AS nearest
UNWIND nearest AS near
WITH query, near.score AS score, near.fact AS f, startNode(near.fact) AS h, endNode(near.fact) AS t
RETURN query, score, f{.key, .relation, .label, .sources, .score} AS fact,
  h{.id, .name, .aliases, .types, .xrefs} AS head, t{.id, .name, .aliases, .types, .xrefs} AS tail
