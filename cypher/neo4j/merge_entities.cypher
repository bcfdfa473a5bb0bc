// Purpose: add entities of which some may be there, since another load of the same graph is under way.
// Parameters: kg, slot (string), id, name, name_rank, aliases, types, xrefs, search, text_id (lists of one length).
// Returns: written.
// Access: write. Engine: neo4j.
UNWIND range(0, size($id) - 1) AS i
MERGE (e:Entity {kg: $kg, id: $id[i]})
ON CREATE SET e.slot = $slot, e.name = $name[i], e.name_rank = $name_rank[i], e.aliases = $aliases[i],
  e.types = $types[i], e.xrefs = $xrefs[i], e.search = $search[i], e.text_id = $text_id[i]
RETURN count(*) AS written
