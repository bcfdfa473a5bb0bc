// Purpose: add entities that are not there yet.
// Parameters: kg, slot (string), id, name, name_rank, aliases, types, xrefs, search, text_id (lists of one length;
//   text_id is the number of the name, null without a name; null stands for a list of empty lists or nulls).
// Returns: written.
// Access: write. Engine: neo4j.
UNWIND range(0, size($id) - 1) AS i
CREATE (e:Entity {
  kg: $kg, slot: $slot, id: $id[i], name: $name[i], name_rank: $name_rank[i], aliases: coalesce($aliases[i], []),
  types: coalesce($types[i], []), xrefs: coalesce($xrefs[i], []), search: $search[i], text_id: $text_id[i]
})
RETURN count(*) AS written
