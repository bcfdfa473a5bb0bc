// Purpose: evidence of certificates: of how many tails a relation has one head alone. <labels>, <types>, <head>,
//   <relation> and <tail> are filled in by engine/store/attached/evidence.py.
// Parameters: relations (list).
// Returns: relation, total (its tails), alone (those with one head); in no order.
// Access: read. Engine: neo4j. Fragment.
MATCH (h:<labels>)-[f:<types>]->(t:<labels>)
WITH <head> AS head, <relation> AS relation, <tail> AS tail
WHERE head IS NOT NULL AND tail IS NOT NULL AND relation IN $relations
WITH relation, tail, count(DISTINCT head) AS facts
RETURN relation, count(*) AS total, sum(CASE WHEN facts = 1 THEN 1 ELSE 0 END) AS alone
