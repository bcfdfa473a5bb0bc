// Purpose: find what bears a text by its number: names may be longer than an index entry can be.
// Parameters: none.
// Returns: nothing.
// Access: schema. Engine: neo4j.
CREATE INDEX groundpath_entity_name IF NOT EXISTS FOR (e:Entity) ON (e.kg, e.text_id)
