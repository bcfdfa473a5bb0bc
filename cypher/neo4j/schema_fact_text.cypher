// Purpose: find what bears a text by its number: texts may be longer than an index entry can be.
// Parameters: none.
// Returns: nothing.
// Access: schema. Engine: neo4j.
CREATE INDEX groundpath_fact_text IF NOT EXISTS FOR ()-[f:FACT]-() ON (f.kg, f.text_id)
