// Purpose: add facts of which some may be there, since another load of the same graph is under way.
//   A fact that one of them has without a document, the other with one, gets "" among its sources.
// Parameters: kg, entity (ids), and lists of one length: key, head and tail (places in `entity`, from 0), relation,
//   label, text, sources, score, text_id; null stands for a list of empty lists or nulls.
// Returns: written (fewer than given when an entity is missing).
// Access: write. Engine: neo4j.
UNWIND range(0, size($entity) - 1) AS place
OPTIONAL MATCH (e:Entity {kg: $kg, id: $entity[place]})
WITH place, e ORDER BY place
WITH collect([e]) AS ends
UNWIND range(0, size($key) - 1) AS i
WITH i, ends[$head[i]][0] AS h, ends[$tail[i]][0] AS t, coalesce($sources[i], []) AS given
WHERE h IS NOT NULL AND t IS NOT NULL
MERGE (h)-[f:FACT {kg: $kg, key: $key[i]}]->(t)
ON CREATE SET f.relation = $relation[i], f.label = $label[i], f.text = $text[i], f.text_id = $text_id[i],
  f.sources = given, f.score = $score[i]
ON MATCH SET f.sources =
  CASE WHEN (size(f.sources) = 0) <> (size(given) = 0) AND NOT '' IN f.sources + given THEN ['']
  ELSE [] END
  + f.sources + [source IN given WHERE NOT source IN f.sources],
  f.score = CASE WHEN f.score > $score[i] THEN f.score ELSE coalesce($score[i], f.score) END
RETURN count(*) AS written
