// Purpose: write the catalogue, less one graph, to a Parquet file. <file> is filled in by
//   engine/store/embedded/database.py.
// Parameters: kg (the one that is left out).
// Returns: nothing.
// Access: read. Engine: embedded. Fragment.
COPY (
  MATCH (g:Graph)
  WHERE g.name <> $kg
  RETURN g.name AS name, g.entities AS entities, g.facts AS facts, g.documents AS documents,
    g.embeddable_entities AS embeddable_entities, g.encoder_model AS encoder_model,
    g.encoder_dimensions AS encoder_dimensions, g.traits AS traits, g.identity AS identity
) TO <file>
