// Purpose: index the vectors of one graph's facts.
// Parameters: dimensions; the graph's number replaces "slot" in the identifiers.
// Returns: nothing.
// Access: schema. Engine: neo4j.
CREATE VECTOR INDEX groundpath_fact_vectors_slot IF NOT EXISTS FOR ()-[f:FACT]-() ON (f.embedding_slot)
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false,
  `vector.hnsw.m`: 16, `vector.hnsw.ef_construction`: 200
}}
