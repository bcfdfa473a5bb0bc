// Purpose: tie a graph to the encoder of its vectors.
// Parameters: kg, model, dimensions.
// Returns: nothing.
// Access: write. Engine: embedded.
MATCH (g:Graph {name: $kg})
SET g.encoder_model = $model, g.encoder_dimensions = $dimensions
