// Purpose: add entities of which some may be there, since another load of the same graph is under way.
// Parameters: kg, slot (string), id, name, name_rank, aliases, types, xrefs, search, text_id (lists of one length;
//   null stands for a list of empty lists or nulls).
// Returns: written.
// Access: write. Engine: neo4j.
UNWIND range(0, size($id) - 1) AS i
MERGE (e:Entity {kg: $kg, id: $id[i]})
ON CREATE SET e.slot = $slot, e.name = $name[i], e.name_rank = $name_rank[i], e.aliases = coalesce($aliases[i], []),
  e.types = coalesce($types[i], []), e.xrefs = coalesce($xrefs[i], []), e.search = $search[i], e.text_id = $text_id[i]
RETURN count(*) AS written
