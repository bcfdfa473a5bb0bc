// Purpose: evidence of certificates: of how many heads a relation has one tail alone.
// Parameters: kg, relations (list; not empty).
// Returns: relation, total (its heads), alone (those with one tail); in no order.
// Access: read. Engine: both.
UNWIND $relations AS relation
MATCH (h:Entity)-[f:FACT]->(:Entity)
WHERE f.kg = $kg AND f.relation = relation
WITH relation, h.id AS node, count(*) AS facts
RETURN relation, count(*) AS total, sum(CASE WHEN facts = 1 THEN 1 ELSE 0 END) AS alone
