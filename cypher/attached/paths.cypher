// Purpose: the paths of a query over a graph that is attached, put together from paths_of_length; … stands for
//   these, joined by UNION ALL. <label> and <relation> are filled in by engine/store/attached/phrases.py.
// Parameters: source, target (ids), source_values, target_values (as nodes hold them); limit, relations, min_score,
//   provenance, types where given.
// Returns: hops, path, facts (element ids of the relationships).
// Access: read. Engine: neo4j. Fragment.
CALL () {
…
}
WITH hops, nodes, facts, [n IN nodes | <label>] AS labels, [f IN facts | <relation>] AS relations
WITH hops, facts, reduce(path = [labels[0]], i IN range(0, hops - 1) | path + [
    relations[i], CASE startNode(facts[i]) WHEN nodes[i] THEN '->' ELSE '<-' END, labels[i + 1]
  ]) AS path
RETURN hops, path, [f IN facts | elementId(f)] AS facts
