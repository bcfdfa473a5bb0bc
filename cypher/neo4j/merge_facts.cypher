// Purpose: add facts of which some may be there, since another load of the same graph is under way.
//   A fact that one of them has without a document, the other with one, gets "" among its sources.
// Parameters: kg, key, head, relation, label, tail, text, sources, score, text_id (lists of one length).
// Returns: written (fewer than given when an entity is missing).
// Access: write. Engine: neo4j.
UNWIND range(0, size($key) - 1) AS i
MATCH (h:Entity {kg: $kg, id: $head[i]})
MATCH (t:Entity {kg: $kg, id: $tail[i]})
MERGE (h)-[f:FACT {kg: $kg, key: $key[i]}]->(t)
ON CREATE SET f.relation = $relation[i], f.label = $label[i], f.text = $text[i], f.text_id = $text_id[i],
  f.sources = $sources[i], f.score = $score[i]
ON MATCH SET f.sources =
  CASE WHEN (size(f.sources) = 0) <> (size($sources[i]) = 0) AND NOT '' IN f.sources + $sources[i] THEN ['']
  ELSE [] END
  + f.sources + [source IN $sources[i] WHERE NOT source IN f.sources],
  f.score = CASE WHEN f.score > $score[i] THEN f.score ELSE coalesce($score[i], f.score) END
RETURN count(*) AS written
