"""SQL of the staging file: its tables, and the comparison of what is staged with what a graph holds."""

TABLES = """
-- what the source states
CREATE TABLE entity (id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE said (id TEXT, kind INT, turn INT, value TEXT);
CREATE TABLE stated (key TEXT, head TEXT, relation TEXT, tail TEXT, own INT);
CREATE TABLE source (key TEXT, document TEXT, PRIMARY KEY (key, document)) WITHOUT ROWID;
CREATE TABLE document (
    id TEXT PRIMARY KEY, title TEXT, text TEXT, stated TEXT, places TEXT, file TEXT
) WITHOUT ROWID;
CREATE TABLE uttered (
    document TEXT, head TEXT, relation TEXT, tail TEXT, PRIMARY KEY (document, head, relation, tail)
) WITHOUT ROWID;
CREATE TABLE relation_name (id TEXT PRIMARY KEY, label TEXT) WITHOUT ROWID;
CREATE TABLE typed (document TEXT, entity TEXT, type TEXT);
CREATE TABLE restated (id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE dropped (id TEXT PRIMARY KEY) WITHOUT ROWID;

-- what the graph holds
CREATE TABLE held_entity (
    id TEXT PRIMARY KEY, name TEXT, rank INT, aliases TEXT, types TEXT, xrefs TEXT
) WITHOUT ROWID;
CREATE TABLE held_fact (key TEXT PRIMARY KEY, own INT) WITHOUT ROWID;
CREATE TABLE held_source (key TEXT, document TEXT, PRIMARY KEY (key, document)) WITHOUT ROWID;
CREATE TABLE held_document (id TEXT PRIMARY KEY, digest BLOB, origin BLOB, stated TEXT) WITHOUT ROWID;

-- what follows from both
CREATE TABLE fact (key TEXT PRIMARY KEY, head TEXT, relation TEXT, tail TEXT, own INT) WITHOUT ROWID;
CREATE TABLE changed_source (key TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE lost_fact (key TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE changed_document (id TEXT PRIMARY KEY, reworded INT) WITHOUT ROWID;
-- ids that mean a relation
CREATE TABLE predicate (id TEXT, relation TEXT, turn INT, PRIMARY KEY (id, relation)) WITHOUT ROWID;
CREATE TABLE merged (
    id TEXT PRIMARY KEY, state INT, label TEXT, name TEXT, rank INT, aliases TEXT, types TEXT, xrefs TEXT
) WITHOUT ROWID;
"""

STATED_RELATIONS = "SELECT DISTINCT relation FROM stated"

# What relations are called. An IRI means one thing wherever it stands, so that its name as an entity is the
# label of the relation; other ids may be an entity's and a relation's by chance.
LABELS_OF_FILE = """
SELECT relation, label FROM relation_name JOIN predicate USING (id) ORDER BY relation, predicate.turn
"""
LABELS_OF_SOURCE = """
SELECT relation, value FROM said JOIN predicate USING (id)
WHERE kind = 0 AND id LIKE '%://%' ORDER BY relation, predicate.turn, said.turn, said.rowid
"""
LABELS_OF_ENTITIES = """
SELECT relation, name FROM held_entity JOIN predicate USING (id)
WHERE rank = 2 AND id LIKE '%://%' ORDER BY relation, predicate.turn
"""
# What is only named, and is a relation, is no entity.
PREDICATES_ALONE = """
DELETE FROM entity WHERE id IN (SELECT id FROM predicate) AND id NOT IN (
    SELECT head FROM stated WHERE head IN (SELECT id FROM predicate)
    UNION SELECT tail FROM stated WHERE tail IN (SELECT id FROM predicate)
)
"""

# What a header that was not known as one looks like, read as a fact.
FIRST_STATED = "SELECT head, relation, tail FROM stated WHERE rowid = 1"
SHARED_WITH_OTHERS = """
SELECT EXISTS (
    SELECT 1 FROM stated WHERE rowid > 1 AND (relation = ?2 OR head IN (?1, ?3) OR tail IN (?1, ?3))
)
"""

ADD_DOCUMENT = "INSERT OR IGNORE INTO document VALUES (?1, ?2, ?3, NULL, ?4, ?5)"
# The file does not tell two documents apart: one may stand in several, and is from the first.
IS_THAT_DOCUMENT = "SELECT title = ?2 AND text = ?3 AND places = ?4 FROM document WHERE id = ?1"

# A document that comes with its triples, or with another text, states nothing but what it states now.
_STALE = """
document IN (
    SELECT id FROM restated UNION SELECT id FROM dropped
    UNION SELECT id FROM changed_document WHERE reworded
)
AND NOT EXISTS (SELECT 1 FROM source s WHERE s.key = held_source.key AND s.document = held_source.document)
"""

# What documents state, in their own words.
UTTERED = "SELECT document, head, relation, tail FROM uttered ORDER BY document, head, relation, tail"

# The types that documents tell of entities, in their own words.
TYPED = "SELECT document, entity, type FROM typed ORDER BY rowid"

# Of documents that come for the first time, or with another text, and do not tell their triples.
NOTHING_UTTERED = """
UPDATE document SET stated = '[]' WHERE stated IS NULL
AND (id NOT IN (SELECT id FROM held_document) OR id IN (SELECT id FROM changed_document WHERE reworded))
"""
# Of those that come with the text that is there, and do not tell their triples.
AS_UTTERED_BEFORE = """
UPDATE document SET stated = (SELECT stated FROM held_document h WHERE h.id = document.id)
WHERE stated IS NULL
"""

# Sorted once here, and not at each row that arrives: that keeps the order of writing sequential.
DISTINCT_FACTS = (
    "INSERT OR IGNORE INTO fact SELECT key, head, relation, tail, own FROM stated ORDER BY key, own DESC"
)

# What a names file says about an entity of the graph counts, whether or not a triple mentions it again.
NAMED_ENTITIES_OF_GRAPH = """
INSERT OR IGNORE INTO entity SELECT DISTINCT said.id FROM said JOIN held_entity USING (id)
"""
ENTITY_OF_GRAPH = "INSERT OR IGNORE INTO entity SELECT id FROM held_entity WHERE id = ?"

FACTS_WITH_FEWER_SOURCES = f"""
INSERT OR IGNORE INTO changed_source SELECT key FROM held_source WHERE {_STALE}
"""
STALE_SOURCES = f"DELETE FROM held_source WHERE {_STALE}"

FACTS_WITH_MORE_SOURCES = """
INSERT OR IGNORE INTO changed_source
SELECT key FROM source JOIN held_fact USING (key)
WHERE NOT EXISTS (SELECT 1 FROM held_source h WHERE h.key = source.key AND h.document = source.document)
"""

# Documents alone stated these so far; now a table of triples does, too.
FACTS_THAT_BECOME_OWN = """
INSERT OR IGNORE INTO changed_source
SELECT key FROM fact JOIN held_fact held USING (key) WHERE fact.own AND NOT held.own
"""

LOST_FACTS = """
INSERT INTO lost_fact
SELECT key FROM changed_source JOIN held_fact held USING (key)
WHERE NOT held.own AND key NOT IN (SELECT key FROM fact) AND key NOT IN (SELECT key FROM held_source)
"""
KEPT_FACTS = "DELETE FROM changed_source WHERE key IN (SELECT key FROM lost_fact)"

ENTITIES = """
SELECT id, held.id IS NOT NULL, held.name, held.rank, held.aliases, held.types, held.xrefs
FROM entity LEFT JOIN held_entity held USING (id) ORDER BY id
"""

SAID_OF_ENTITIES = """
SELECT said.id, kind, value FROM said JOIN entity USING (id) ORDER BY said.id, kind, turn, said.rowid
"""

MERGED_ENTITIES = "SELECT id, name, rank, aliases, types, xrefs FROM merged WHERE state = ? ORDER BY id"

NEW_FACTS = """
SELECT key, head, relation, tail, heads.label, tails.label
FROM fact JOIN merged heads ON heads.id = head JOIN merged tails ON tails.id = tail
WHERE key NOT IN (SELECT key FROM held_fact) ORDER BY key
"""

CHANGED_FACTS = "SELECT key FROM changed_source ORDER BY key"

LOST_FACT_KEYS = "SELECT key FROM lost_fact ORDER BY key"

# Beside documents, "" says that a fact would stay without them; see FACT_SCHEMA.
SOURCES = """
WITH sourced AS (SELECT key, document FROM source UNION SELECT key, document FROM held_source)
SELECT key, document FROM sourced
UNION
SELECT key, '' FROM sourced
WHERE EXISTS (SELECT 1 FROM fact WHERE fact.key = sourced.key AND own)
OR EXISTS (SELECT 1 FROM held_fact WHERE held_fact.key = sourced.key AND own)
ORDER BY key, document
"""

DROPPED_DOCUMENTS = "SELECT id FROM dropped JOIN held_document USING (id) ORDER BY id"

MISSING_DOCUMENTS = "SELECT id FROM dropped WHERE id NOT IN (SELECT id FROM held_document) ORDER BY id"

SHARED_DOCUMENTS = """
SELECT id, title, text, places, file, document.stated, digest, origin, held.stated
FROM document JOIN held_document held USING (id)
"""

NEW_DOCUMENTS = """
SELECT id, title, text, stated, places, file FROM document
WHERE id NOT IN (SELECT id FROM held_document) ORDER BY id
"""

CHANGED_DOCUMENTS = (
    "SELECT id, title, text, stated, places, file FROM document JOIN changed_document USING (id) ORDER BY id"
)

LABELS = """
SELECT id, label FROM merged
UNION ALL
SELECT id, coalesce(nullif(name, ''), id) FROM held_entity WHERE id NOT IN (SELECT id FROM merged)
"""

NAMES_NOT_USED = """
SELECT count(DISTINCT id) FROM said
WHERE id NOT IN (SELECT id FROM entity) AND id NOT IN (SELECT id FROM predicate)
"""
