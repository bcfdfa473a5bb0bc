// Purpose: give entities another name and other types; part of a repair that a user may run. A vector goes when its
//   name did.
// Parameters: kg, described (list of rows of ENTITY_SCHEMA with text_id).
// Returns: nothing.
// Access: write. Engine: neo4j. Fragment.
MATCH (g:Graph {name: $kg})
UNWIND $described AS row
MATCH (e:Entity {kg: $kg, id: row.id})
WITH g, e, row, coalesce(e.name, '') <> coalesce(row.name, '') AS renamed
SET e.name = row.name, e.name_rank = row.name_rank, e.aliases = row.aliases, e.types = row.types,
  e.xrefs = row.xrefs, e.search = row.search, e.text_id = row.text_id,
  e['embedding_' + g.slot] = CASE WHEN renamed THEN null ELSE e['embedding_' + g.slot] END,
  g.complete = g.complete AND NOT renamed
