// Purpose: how much a graph holds, and how much of it has a vector.
// Parameters: kg, property (where the vectors of this graph stand), complete (true when all that can have a
//   vector is known to have one: reading a vector to count it takes five times as long as the rest).
// Returns: entities, embeddable_entities, embedded_entities, facts, embedded_facts, documents.
// Access: read. Engine: neo4j.
CALL () {
  MATCH (e:Entity) WHERE e.kg = $kg AND e.id >= ''
  RETURN count(*) AS entities, count(e.text_id) AS embeddable_entities,
    count(CASE WHEN $complete THEN e.text_id ELSE e[$property] END) AS embedded_entities
}
CALL () {
  MATCH ()-[f:FACT]->() WHERE f.kg = $kg AND f.key >= ''
  RETURN count(*) AS facts, count(CASE WHEN $complete THEN f.key ELSE f[$property] END) AS embedded_facts
}
CALL () {
  MATCH (d:Document) WHERE d.kg = $kg AND d.id >= ''
  RETURN count(*) AS documents
}
RETURN entities, embeddable_entities, embedded_entities, facts, embedded_facts, documents
