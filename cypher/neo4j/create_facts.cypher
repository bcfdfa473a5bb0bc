// Purpose: add facts that are not there yet, between entities that are.
// Parameters: kg, key, head, relation, label, tail, text, sources, score, text_id (lists of one length).
// Returns: written (fewer than given when an entity is missing).
// Access: write. Engine: neo4j.
UNWIND range(0, size($key) - 1) AS i
MATCH (h:Entity {kg: $kg, id: $head[i]})
MATCH (t:Entity {kg: $kg, id: $tail[i]})
CREATE (h)-[f:FACT {
  kg: $kg, key: $key[i], relation: $relation[i], label: $label[i], text: $text[i], sources: $sources[i],
  score: $score[i], text_id: $text_id[i]
}]->(t)
RETURN count(*) AS written
