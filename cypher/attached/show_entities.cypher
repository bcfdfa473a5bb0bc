// Purpose: show entities in a given order. <labels>, <seek_entity>, <id>, <name> and <entity_types> are filled in by
//   engine/store/attached/showing.py.
// Parameters: kg, rows (list of {rank, id}).
// Returns: rank, id, name, types.
// Access: read. Engine: neo4j. Fragment.
UNWIND $rows AS row
MATCH (n:<labels>)
WHERE <seek_entity> AND <id> = row.id
RETURN DISTINCT row.rank AS rank, <id> AS id, <name> AS name, <entity_types> AS types
ORDER BY rank
