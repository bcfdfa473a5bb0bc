// Purpose: replace what is known of entities; a vector goes when its name did.
// Parameters: kg, property (of the vectors), id, name, name_rank, aliases, types, xrefs, search, text_id (lists of
//   one length).
// Returns: id, renamed.
// Access: write. Engine: neo4j.
UNWIND range(0, size($id) - 1) AS i
MATCH (e:Entity {kg: $kg, id: $id[i]})
WITH e, i, coalesce(e.name, '') <> coalesce($name[i], '') AS renamed
SET e.name = $name[i], e.name_rank = $name_rank[i], e.aliases = $aliases[i], e.types = $types[i],
  e.xrefs = $xrefs[i], e.search = $search[i], e.text_id = $text_id[i],
  e[$property] = CASE WHEN renamed THEN null ELSE e[$property] END
RETURN e.id AS id, renamed
