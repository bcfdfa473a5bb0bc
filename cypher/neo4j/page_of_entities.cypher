// Purpose: a graph's entities in id order, a page at a time.
// Parameters: kg, after (the last id of the page before, or ''), size.
// Returns: one row of lists: id, name, name_rank, aliases, types, xrefs, search (no name is '').
// Access: read. Engine: neo4j.
MATCH (e:Entity) WHERE e.kg = $kg AND e.id > $after
WITH e ORDER BY e.kg, e.id LIMIT $size
RETURN collect(e.id) AS id, collect(coalesce(e.name, '')) AS name, collect(e.name_rank) AS name_rank,
  collect(e.aliases) AS aliases, collect(e.types) AS types,
  collect(coalesce(e.xrefs, [])) AS xrefs, collect(e.search) AS search
