// Purpose: add facts that are not there yet, between entities that are.
// Parameters: kg, entity (ids), and lists of one length: key, head and tail (places in `entity`, from 0), relation,
//   label, text, sources, score, text_id; null stands for a list of empty lists or nulls.
// Returns: written (fewer than given when an entity is missing).
// Access: write. Engine: neo4j.
UNWIND range(0, size($entity) - 1) AS place
OPTIONAL MATCH (e:Entity {kg: $kg, id: $entity[place]})
WITH place, e ORDER BY place
WITH collect([e]) AS ends
UNWIND range(0, size($key) - 1) AS i
WITH i, ends[$head[i]][0] AS h, ends[$tail[i]][0] AS t
WHERE h IS NOT NULL AND t IS NOT NULL
CREATE (h)-[f:FACT {
  kg: $kg, key: $key[i], relation: $relation[i], label: $label[i], text: $text[i], sources: coalesce($sources[i], []),
  score: $score[i], text_id: $text_id[i]
}]->(t)
RETURN count(*) AS written
