// Purpose: what the catalogue says of all graphs, how much each holds, and how much of it has a vector.
// Parameters: none.
// Returns: name, slot, state, complete, encoder_model, encoder_dimensions, entities, embeddable_entities,
//   embedded_entities, facts, embedded_facts, documents; by name.
// Access: read. Engine: neo4j.
MATCH (g:Graph)
CALL (g) {
  MATCH (e:Entity) WHERE e.kg = g.name AND e.id >= ''
  RETURN count(*) AS entities, count(e.text_id) AS embeddable_entities,
    count(CASE WHEN g.complete THEN e.text_id ELSE e['embedding_' + g.slot] END) AS embedded_entities
}
CALL (g) {
  MATCH ()-[f:FACT]->() WHERE f.kg = g.name AND f.key >= ''
  RETURN count(*) AS facts,
    count(CASE WHEN g.complete THEN f.key ELSE f['embedding_' + g.slot] END) AS embedded_facts
}
CALL (g) {
  MATCH (d:Document) WHERE d.kg = g.name AND d.id >= ''
  RETURN count(*) AS documents
}
RETURN g.name AS name, g.slot AS slot, g.state AS state, g.complete AS complete,
  g.encoder_model AS encoder_model, g.encoder_dimensions AS encoder_dimensions,
  entities, embeddable_entities, embedded_entities, facts, embedded_facts, documents
ORDER BY name
