// Purpose: tie a graph to an encoder.
// Parameters: kg, model, dimensions.
// Returns: nothing.
// Access: write. Engine: neo4j.
MATCH (g:Graph {name: $kg, state: 'ready'})
SET g.encoder_model = $model, g.encoder_dimensions = $dimensions
