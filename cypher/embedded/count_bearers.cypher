// Purpose: how many entities of a graph bear each token.
// Parameters: kg, tokens (as they stand in Entity.search: between spaces).
// Returns: token, bearers; a token that none bears is left out.
// Access: read. Engine: embedded.
UNWIND $tokens AS token
MATCH (e:Entity)
WHERE e.kg = $kg AND e.search CONTAINS token
RETURN token, count(e) AS bearers
