// Purpose: write the catalogue to a Parquet file. <file> is filled in by engine/store/embedded/database.py.
// Parameters: none.
// Returns: nothing.
// Access: read. Engine: embedded. Fragment.
COPY (
  MATCH (g:Graph)
  RETURN g.name AS name, g.entities AS entities, g.facts AS facts, g.documents AS documents,
    g.embeddable_entities AS embeddable_entities, g.encoder_model AS encoder_model,
    g.encoder_dimensions AS encoder_dimensions
) TO <file>
