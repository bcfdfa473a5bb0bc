// Purpose: enter a graph in the catalogue, or renew its counts.
// Parameters: kg, entities, facts, documents, embeddable_entities.
// Returns: nothing.
// Access: write. Engine: embedded.
MERGE (g:Graph {name: $kg})
SET g.entities = $entities, g.facts = $facts, g.documents = $documents,
  g.embeddable_entities = $embeddable_entities
