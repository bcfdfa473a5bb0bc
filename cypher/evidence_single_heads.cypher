// Purpose: evidence of certificates: of how many tails a relation has one head alone.
// Parameters: kg, relations (list; not empty).
// Returns: relation, total (its tails), alone (those with one head); in no order.
// Access: read. Engine: both.
UNWIND $relations AS relation
MATCH (:Entity)-[f:FACT]->(t:Entity)
WHERE f.kg = $kg AND f.relation = relation
WITH relation, t.id AS node, count(*) AS facts
RETURN relation, count(*) AS total, sum(CASE WHEN facts = 1 THEN 1 ELSE 0 END) AS alone
