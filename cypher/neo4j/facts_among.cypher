// Purpose: all facts between entities of a set.
// Parameters: kg, ids,
//   min_score (-1 for any), all_sources, provenance (list): see engine/store/filters.py.
// Returns: fact, head, tail; by key.
// Access: read. Engine: neo4j.
UNWIND $ids AS id
MATCH (h:Entity {kg: $kg, id: id})-[f:FACT]->(t)
WHERE t.id IN $ids AND coalesce(f.score, -1.0) >= $min_score
  AND ($all_sources OR any(source IN $provenance WHERE source IN f.sources))
WITH h, f, t ORDER BY f.key
RETURN f{.key, .relation, .label, .sources, .score} AS fact,
  h{.id, .name, .aliases, .types, .xrefs} AS head, t{.id, .name, .aliases, .types, .xrefs} AS tail
