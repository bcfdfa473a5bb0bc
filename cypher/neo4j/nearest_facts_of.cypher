// Purpose: of the facts of some entities, those nearest to each of some vectors.
// Parameters: kg, property (of the vectors), entities (a list of ids for each query), queries (list of vectors), k.
// Returns: query (position in queries), score (cosine), fact, head, tail; nearest first, then by key.
// Access: read. Engine: neo4j.
UNWIND range(0, size($queries) - 1) AS query
CALL (query) {
  UNWIND $entities[query] AS id
  MATCH (:Entity {kg: $kg, id: id})-[f:FACT]-()
  WITH DISTINCT query, f
  WITH f, 2 * vector.similarity.cosine(f[$property], $queries[query]) - 1 AS score
  ORDER BY score DESC, f.key LIMIT $k
  RETURN f, score
}
WITH query, score, f, startNode(f) AS h, endNode(f) AS t
RETURN query, score, f{.key, .relation, .label, .sources, .score} AS fact,
  h{.id, .name, .aliases, .types, .xrefs} AS head, t{.id, .name, .aliases, .types, .xrefs} AS tail
ORDER BY query, score DESC, f.key
