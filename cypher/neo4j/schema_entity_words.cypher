// Purpose: find entities by a word or a whole name; the slot keeps each graph's words apart.
// Parameters: none.
// Returns: nothing.
// Access: schema. Engine: neo4j.
CREATE FULLTEXT INDEX groundpath_entity_words IF NOT EXISTS FOR (e:Entity) ON EACH [e.slot, e.search]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}}
