// Purpose: what the catalogue says of a graph, without counting.
// Parameters: kg.
// Returns: slot, state, complete (true when all that can have a vector has one, and they are indexed),
//   revision (another after each change; null of a graph not written since there are any), encoder_model,
//   encoder_dimensions.
// Access: read. Engine: neo4j.
MATCH (g:Graph {name: $kg})
RETURN g.slot AS slot, g.state AS state, g.complete AS complete, g.revision AS revision,
  g.encoder_model AS encoder_model, g.encoder_dimensions AS encoder_dimensions
