// Purpose: find nodes by the words of their names and cross-references. <index>, <labels> and <properties> are
//   filled in.
// Parameters: none.
// Returns: nothing.
// Access: schema. Engine: neo4j. Fragment.
CREATE FULLTEXT INDEX <index> IF NOT EXISTS FOR (n:<labels>) ON EACH [<properties>]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}}
