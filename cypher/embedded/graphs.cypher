// Purpose: the catalogue.
// Parameters: none.
// Returns: name, entities, facts, documents, embeddable_entities, encoder_model, encoder_dimensions.
// Access: read. Engine: embedded.
MATCH (g:Graph)
RETURN g.name AS name, g.entities AS entities, g.facts AS facts, g.documents AS documents,
  g.embeddable_entities AS embeddable_entities, g.encoder_model AS encoder_model,
  g.encoder_dimensions AS encoder_dimensions
ORDER BY name
