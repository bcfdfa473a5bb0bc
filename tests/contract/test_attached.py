"""A graph that stands in a database under its owner's labels reads like the same graph in a store."""

import json
from collections.abc import Iterator

import pytest
from groundpath import Auditor
from groundpath.engine.audit.verdicts import Verdict
from groundpath.engine.certificate.answers import Answers
from groundpath.engine.domain.judging import ClaimJudge
from groundpath.engine.errors import GroundpathError, InputError, UnknownEntityError
from groundpath.engine.search import search_graph, statements
from groundpath.engine.serve.exploring import shown_paths, surroundings
from groundpath.engine.store.attached.mapping_file import MappingFile
from groundpath.engine.store.attached.store import AttachingStore
from groundpath.engine.store.filters import FactFilter
from groundpath.engine.store.opening import open_store
from groundpath.engine.store.protocol import ATTACHED, GraphStore, PathQuery, Statement
from groundpath.engine.store.resolving import resolve
from groundpath.engine.terms import Entity, RelationTraits
from groundpath.loaders.typed_graphs import load_graph
from neo4j import Driver, GraphDatabase

pytestmark = pytest.mark.neo4j

NODES = [
    ("D1", "Illness", "psoriasis", ["PSORS", "plaque psoriasis"], ["EFO:1"]),
    ("D2", "Illness", "skin disease", [], []),
    ("D3", "Illness", "psoriatic arthritis", [], ["EFO:3"]),
    ("3106", "Locus", "HLA-B", ["HLAB"], []),
    ("3107", "Locus", "HLA-C", [], []),
    ("X'1\"", "Odd `label`", "O'Brien's \\ substance", ["Straße"], []),
]
EDGES = [
    ("D1", "IS_A", "D2", ["DO"], 0.9),
    ("D3", "IS_A", "D2", ["DO", "Mondo"], 1.0),
    ("D1", "ASSOCIATES", "3106", ["GWAS"], 0.25),
    ("D3", "ASSOCIATES", "3106", ["GWAS", "DISEASES"], 0.8),
    ("D3", "ASSOCIATES", "3107", [], None),
    ("X'1\"", "treats it", "D1", ["DrugCentral"], 0.5),
]
PARALLEL = ("D3", "ASSOCIATES", "3106", ["TISSUES"], 0.3)
LABELS = [label for _, label, _, _, _ in NODES]
TYPES = {"Illness": "Illness", "Locus": "Gene", "Odd `label`": "Drug"}
MAPPING = MappingFile(
    nodes={
        "Illness": {},
        "Locus": {"type": "Gene", "id": "entrez", "name": "symbol", "synonyms": ["other names"]},
        "Odd `label`": {"type": "Drug", "id": "curie"},
    },
    relationships={
        "IS_A": {},
        "ASSOCIATES": {"relation": "associates", "provenance": "said by"},
        "treats it": {"score": "sure"},
    },
)
TRAITS = RelationTraits(transitive=frozenset({"IS_A"}))
FILTERS = [
    FactFilter(),
    FactFilter(types=("Gene", "Illness")),
    FactFilter(min_score=0.8),
    FactFilter(types=("Illness",), min_score=0.2, provenance=("DO", "GWAS")),
]


@pytest.fixture(scope="module")
def owner(neo4j_server) -> Iterator[Driver]:
    """The owner of a database in which a graph stands, under labels of another making."""
    credentials = (neo4j_server.username, neo4j_server.password)
    with GraphDatabase.driver(neo4j_server.url, auth=credentials) as driver:
        for id_, label, name, synonyms, xrefs in NODES:
            properties = {
                "Illness": {"identifier": id_, "name": name, "synonyms": synonyms, "xrefs": "|".join(xrefs)},
                "Locus": {
                    "entrez": int(id_) if id_.isdecimal() else 0,
                    "symbol": name,
                    "other names": synonyms,
                },
                "Odd `label`": {"curie": id_, "name": name, "synonyms": synonyms, "weight": 3.5},
            }[label]
            quoted = label.replace("`", "``")
            driver.execute_query(f"CREATE (n:`{quoted}`) SET n = $properties", properties=properties)
        driver.execute_query("CREATE (:Illness {name: 'without an id'}), (:Other {identifier: 'D1'})")
        driver.execute_query("MATCH (n:Illness {identifier: 'D2'}) MATCH (o:Other) CREATE (n)-[:OF]->(o)")
        for head, type_, tail, sources, score in [*EDGES, PARALLEL]:
            properties = {
                "IS_A": {"sources": "|".join(sources), "score": score},
                "ASSOCIATES": {"said by": sources, "confidence": score},
                "treats it": {"sources": sources, "sure": score},
            }[type_]
            driver.execute_query(
                "MATCH (h) WHERE $head IN [h.identifier, toString(h.entrez), h.curie] "
                "MATCH (t) WHERE $tail IN [t.identifier, toString(t.entrez)] "
                "WITH h, t WHERE NOT h:Other AND NOT t:Other "
                f"CREATE (h)-[r:`{type_}`]->(t) SET r = $properties",
                head=head,
                tail=tail,
                properties={name: value for name, value in properties.items() if value is not None},
            )
        yield driver
        driver.execute_query("MATCH (n:Illness|Locus|Other|`Odd ``label```) DETACH DELETE n")


@pytest.fixture(scope="module")
def attached(neo4j_server, owner) -> Iterator[AttachingStore]:
    """A store in which that graph is attached as "theirs"."""
    before = contents(owner)
    with open_store(neo4j_server.url) as store:
        store.attach("theirs", mapping=MAPPING, traits=TRAITS)
        yield store
        store.drop("theirs")
    assert contents(owner) == before


@pytest.fixture(scope="module")
def loaded(tmp_path_factory) -> Iterator[GraphStore]:
    """The same graph in a store of its own."""
    folder = tmp_path_factory.mktemp("attached")
    nodes, edges = folder / "nodes.tsv", folder / "edges.tsv"
    rows = [(i, TYPES[t], n, "|".join(s), "|".join(x)) for i, t, n, s, x in NODES]
    lines = ["id\ttype\tname\tsynonyms\txrefs", *("\t".join(row) for row in rows)]
    nodes.write_text("\n".join([*lines, ""]), "utf-8")
    named = {"ASSOCIATES": "associates"}
    facts = [
        (h, named.get(r, r), t, "|".join(p), "" if s is None else str(s))
        for h, r, t, p, s in [*EDGES, PARALLEL]
    ]
    lines = ["source_id\trelation\ttarget_id\tprovenance\tscore", *("\t".join(row) for row in facts)]
    edges.write_text("\n".join([*lines, ""]), "utf-8")
    with open_store(f"embedded:{folder / 'store'}") as store:
        load_graph(store, "theirs", nodes, edges, embed=False)
        yield store


def contents(owner: Driver) -> list:
    """All that stands under the owner's labels, and every index."""
    nodes = owner.execute_query(
        "MATCH (n:Illness|Locus|Other|`Odd ``label```) OPTIONAL MATCH (n)-[r]->() "
        "RETURN elementId(n) AS id, labels(n) AS labels, properties(n) AS properties, "
        "collect([type(r), properties(r)]) AS facts ORDER BY id"
    ).records
    indexes = owner.execute_query("SHOW INDEXES YIELD name, labelsOrTypes RETURN name ORDER BY name").records
    return [[record.data() for record in nodes], [i["name"] for i in indexes if "attached" in i["name"]]]


def told(fact) -> tuple:
    """A fact without its label, which capitals of types change."""
    return fact.key, fact.head, fact.relation, fact.tail, fact.sources, fact.score


class TestReading:
    def test_columns_are_those_of_the_loaded_graph(self, attached, loaded):
        theirs, ours = attached.columns("theirs"), loaded.columns("theirs")
        assert theirs.entities.equals(ours.entities)
        kept = ["key", "head", "relation", "tail", "sources", "score"]
        assert theirs.facts.select(kept).equals(ours.facts.select(kept))
        assert "psoriasis is a skin disease." in theirs.facts["text"].to_pylist()

    def test_entities(self, attached, loaded):
        ids = [*(row[0] for row in NODES), "nobody", "0"]
        assert attached.entities("theirs", ids) == loaded.entities("theirs", ids)

    @pytest.mark.parametrize(
        "text",
        [
            *(row[0] for row in NODES),
            *(row[2] for row in NODES),
            "PSORIASIS",
            "plaque psoriasis",
            "EFO:3",
            "hla",
            "disease of the skin",
            "straße",
            "nothing like it",
            "",
            "'",
        ],
    )
    def test_finding(self, attached, loaded, text):
        assert attached.find_entities("theirs", text) == loaded.find_entities("theirs", text)

    @pytest.mark.parametrize("where", FILTERS, ids=lambda where: str(where.given()))
    def test_facts_paths_and_neighbourhoods(self, attached, loaded, where):
        ids = [row[0] for row in NODES]
        for id_ in ids:
            for direction in ("out", "in", "both"):
                asked = {"direction": direction, "where": where, "limit": 3}
                found = attached.facts_of("theirs", id_, **asked)
                assert [told(f) for f in found] == [told(f) for f in loaded.facts_of("theirs", id_, **asked)]
            near, ours = (s.neighbourhood("theirs", id_, 2, where=where) for s in (attached, loaded))
            assert (near.centre, near.entities) == (ours.centre, ours.entities)
            assert [told(f) for f in near.facts] == [told(f) for f in ours.facts]
            for other in ids:
                for directed in (True, False):
                    query = PathQuery(id_, other, 3, directed, where=where)
                    paths, wanted = (store.paths("theirs", query) for store in (attached, loaded))
                    assert [[told(f) for f in path.facts] for path in paths] == [
                        [told(f) for f in path.facts] for path in wanted
                    ]

    def test_a_relation_sequence_and_a_limit(self, attached, loaded):
        for query in (
            PathQuery("D1", "D3", relations=("associates", "associates")),
            PathQuery("D1", "D3", 3, limit=1),
        ):
            paths, wanted = (store.paths("theirs", query) for store in (attached, loaded))
            assert [path.entities for path in paths] == [path.entities for path in wanted] != []

    @pytest.mark.parametrize("limit", [1, 2, 3, 4])
    def test_parallel_relationships_take_nothing_off_a_limit(self, attached, loaded, limit):
        query = PathQuery("D3", "3106", max_hops=3, directed=False, limit=limit)
        paths, wanted = (store.paths("theirs", query) for store in (attached, loaded))
        assert [[told(f) for f in path.facts] for path in paths] == [
            [told(f) for f in path.facts] for path in wanted
        ]
        assert len(paths) == min(limit, 2)

    def test_the_shown_statement_runs(self, attached):
        shown = attached.path_statement("theirs", PathQuery("D1", "3106", 2))
        rows = attached.cypher(shown.text, shown.parameters).rows
        assert rows[0][1] == ["psoriasis", "associates", "->", "HLA-B"]

    def test_an_unknown_entity_is_named(self, attached):
        for ask in (
            lambda: attached.facts_of("theirs", "nobody"),
            lambda: attached.paths("theirs", PathQuery("D1", "nobody")),
            lambda: attached.neighbourhood("theirs", "nobody"),
        ):
            with pytest.raises(UnknownEntityError, match="'nobody'"):
                ask()

    def test_the_catalogue_and_statistics(self, attached, loaded):
        info = attached.graph("theirs")
        assert (info.name, info.state, info.entities, info.facts) == ("theirs", ATTACHED, 6, 7)
        assert info in attached.graphs()
        found, ours = attached.statistics("theirs"), loaded.statistics("theirs")
        assert found.types == ours.types
        assert dict(found.relations) == {"associates": 4, "IS_A": 2, "treats it": 1}
        assert attached.traits("theirs") == TRAITS
        assert attached.documents("theirs", ["d"]) == [None]


class TestWriting:
    def test_is_refused(self, attached):
        for write in (
            lambda: attached.writing("theirs"),
            lambda: attached.facts("theirs", ["0" * 32]),
        ):
            with pytest.raises(InputError, match="'theirs' is attached"):
                write()

    @pytest.mark.usefixtures("owner")
    def test_attaching_again_changes_the_mapping_alone(self, neo4j_server):
        with open_store(neo4j_server.url) as store:
            store.attach("again", ["Illness"])
            assert store.graph("again").entities == 3
            store.attach("again", mapping=MAPPING)
            assert store.graph("again").entities == 6
            store.drop("again")
            assert "again" not in {graph.name for graph in store.graphs()}

    def test_indexes_are_made_only_when_asked_for_and_go_with_the_graph(self, neo4j_server, owner):
        with open_store(neo4j_server.url) as store:
            store.attach("indexed", ["Illness"])
            assert contents(owner)[1] == []
            store.attach("indexed", ["Illness"], indexes=True)
            made = contents(owner)[1]
            assert len(made) == 2
            assert all(name.startswith("groundpath_attached_") for name in made)
            store.drop("indexed")
        assert contents(owner)[1] == []

    @pytest.mark.parametrize(
        "text", ["psoriasis", "plaque", "HLA-B", "hlab", "EFO:3", "O'Brien's \\", "arthritis"]
    )
    def test_names_are_found_by_an_index_as_without_one(self, attached, neo4j_server, owner, text):
        with open_store(neo4j_server.url) as store:
            store.attach("indexed", mapping=MAPPING, indexes=True)
            owner.execute_query("CALL db.awaitIndexes(60)")
            found = store.find_entities("indexed", text)
            assert found
            assert found == attached.find_entities("theirs", text)
            assert store.entities_named("indexed", [text]) == attached.entities_named("theirs", [text])
            store.drop("indexed")

    def test_an_index_finds_letters_with_marks_by_those_without(self, neo4j_server, owner):
        owner.execute_query("MATCH (n:Illness {identifier: 'D2'}) SET n.name = 'maladie de la peau é'")
        with open_store(neo4j_server.url) as store:
            store.attach("indexed", mapping=MAPPING, indexes=True)
            owner.execute_query("CALL db.awaitIndexes(60)")
            assert [one.entity.id for one in store.find_entities("indexed", "peau e")] == ["D2"]
            store.drop("indexed")
        owner.execute_query("MATCH (n:Illness {identifier: 'D2'}) SET n.name = 'skin disease'")


class TestIds:
    @pytest.mark.usefixtures("owner")
    def test_that_labels_share_are_told_apart_by_their_types(self, neo4j_server):
        with open_store(neo4j_server.url) as store:
            attached = store.attach("shared", ["Illness", "Other"])
            assert attached.qualified
            assert store.entities("shared", ["Other:D1", "Illness:D1"])[0] == Entity(
                "Other:D1", None, (), ("Other",)
            )
            assert store.find_entities("shared", "psoriasis")[0].entity.id == "Illness:D1"
            assert {f.tail.id for f in store.facts_of("shared", "Illness:D2", direction="out")} == {
                "Other:D1"
            }
            assert len(store.columns("shared").entities) == 4
            store.drop("shared")


@pytest.mark.usefixtures("owner")
@pytest.mark.parametrize(
    ("labels", "mapping", "said"),
    [
        (["Nobody"], MappingFile(), "no nodes labelled 'Nobody'; its labels are: .*Illness, Locus"),
        ([], MappingFile(), "no labels to attach.* its labels are: .*Illness, Locus"),
        (["Locus"], MappingFile(), r"no property of nodes labelled 'Locus' .* they have: entrez"),
        ([], MappingFile({"Illness": {"name": "nam"}}), "'Illness' have no property 'nam'"),
        (["Illness"], MappingFile({}, {"CURES": {}}), "no relationship of type 'CURES' joins nodes"),
        (["Illness"], MappingFile({}, {"IS_A": {"score": "sources"}}), "a score is in"),
        (["Illness"], MappingFile({"Locus": {"id": "size"}}), "'Locus' have no property 'size'"),
        (["Other"], MappingFile(), "no relationship joins nodes of these labels"),
    ],
)
def test_a_mapping_that_does_not_fit_is_refused(neo4j_server, labels, mapping, said):
    with open_store(neo4j_server.url) as store:
        with pytest.raises(InputError, match=said):
            store.attach("never", labels, mapping)
        assert "never" not in {graph.name for graph in store.graphs()}


def test_names_are_ids_where_there_are_no_others(neo4j_server, owner):
    owner.execute_query("CREATE (:Film {title: 'Heat'})<-[:ACTED_IN]-(:Star {name: 'Al Pacino', born: 1940})")
    with open_store(neo4j_server.url) as store:
        store.attach("films", ["Film", "Star"], MappingFile())
        (fact,) = store.facts_of("films", "Al Pacino")
        assert (fact.relation, fact.tail) == ("ACTED_IN", Entity("Heat", "Heat", (), ("Film",)))
        store.drop("films")
    owner.execute_query("MATCH (n:Film|Star) DETACH DELETE n")


@pytest.mark.usefixtures("owner")
def test_a_name_that_is_taken_is_refused(neo4j_server):
    with open_store(neo4j_server.url) as store:
        with store.writing("taken"):
            pass
        with pytest.raises(GroundpathError, match="holds a graph 'taken' already"):
            store.attach("taken", ["Illness"])
        store.drop("taken")


ODD_NODES = (
    {"id": "a", "name": ["Tarvia", "Old Tarvia", "Tarvia|East"]},
    {"id": 2, "name": "Bel|mora"},
    {"id": 2.5, "name": ["", "Cindra"], "synonyms": [7, 8]},
    {"id": -3, "name": 1871, "synonyms": [1.5]},
    {"id": "e", "name": []},
    {"id": ["x", "y"], "name": "a list for its id"},
    {"id": True, "name": "a truth"},
    {"id": "", "name": "nothing"},
    {"name": "without an id"},
)
ODD_IDS = ("a", "2", "2.5", "-3", "e")


@pytest.fixture(scope="class", params=[False, True], ids=["scanned", "indexed"])
def odd(request, neo4j_server, owner) -> Iterator[AttachingStore]:
    """A store in which these nodes, each near each, are attached as "odd"."""
    owner.execute_query("UNWIND $nodes AS node CREATE (n:Oddity) SET n = node", nodes=list(ODD_NODES))
    owner.execute_query("CREATE (:Oddity {id: date('1871-04-01')}), (:Oddity {id: point({x: 1, y: 2})})")
    owner.execute_query("MATCH (n:Oddity), (m:Oddity) WHERE n <> m CREATE (n)-[:NEAR {sources: [1]}]->(m)")
    with open_store(neo4j_server.url) as store:
        store.attach("odd", ["Oddity"], indexes=request.param)
        owner.execute_query("CALL db.awaitIndexes(60)")
        yield store
        store.drop("odd")
    owner.execute_query("MATCH (n:Oddity) DETACH DELETE n")


class TestOddValues:
    """Values of kinds that no table has: a name may be a list, an id anything but text or number is none."""

    def test_of_a_list_the_first_is_the_name_and_the_others_are_aliases(self, odd):
        found = odd.entities("odd", ODD_IDS)
        assert [one.name for one in found] == ["Tarvia", "Bel|mora", "Cindra", "1871", None]
        assert found[0].aliases == ("Old Tarvia", "Tarvia|East")
        assert set(odd.columns("odd").entities["id"].to_pylist()) == set(ODD_IDS)

    def test_nodes_without_an_id_are_counted_and_told(self, odd):
        told = [line for line in odd.statistics("odd").indexes if "left out" in line]
        assert told == [
            "6 nodes labelled Oddity are left out: their id is missing (1) or neither text nor number (5)"
        ]
        assert odd.graph("odd").entities == 5

    @pytest.mark.parametrize(
        ("text", "id_"),
        [
            ("tarvia", "a"),
            ("Old Tarvia", "a"),
            ("Tarvia|East", "a"),
            ("cindra", "2.5"),
            ("2", "2"),
        ],
    )
    def test_names_are_found_whatever_stands_beside_them(self, odd, text, id_):
        assert odd.find_entities("odd", text)[0].entity.id == id_

    def test_nothing_that_is_asked_ends_with_an_error_of_the_server(self, odd):
        for id_ in ODD_IDS:
            assert {fact.sources for fact in odd.facts_of("odd", id_)} == {("1",)}
            assert len(odd.paths("odd", PathQuery("a", id_, 2))) == (0 if id_ == "a" else 14)
            assert len(odd.neighbourhood("odd", id_).entities) == 5
        answers = Answers(odd, "odd")
        asked = [("names", ("bel|mora",)), ("names", ("old tarvia",)), ("facts", ("a", "NEAR", "2"))]
        answers.prepare(asked)
        assert [answers[one] for one in asked] == [1, 1, {"1"}]


def test_what_certificates_ask_of_it_gives_what_it_gives_in_a_store(attached, loaded):
    """By its id in the other, where capitals of types and a label's own ids are read the same."""
    facts = [(head, "associates" if r == "ASSOCIATES" else r, tail) for head, r, tail, _, _ in EDGES]
    asked = [
        *(("facts", fact) for fact in facts),
        ("facts", ("D2", "IS_A", "D1")),
        ("joins", ("D1", "D2")),
        ("joins", ("D2", "D1")),
        ("joins", ("X'1\"", "D1")),
        ("over", ("D1", "IS_A", "IS_A", "D3")),
        ("over", ("D1", "associates", "IS_A", "D3")),
        ("tails", ("D3", "associates")),
        ("names", ("hlab",)),
        ("names", ("efo:1",)),
        ("names", ("o'brien's \\ substance",)),
        ("single_tails", ("associates",)),
        ("single_heads", ("IS_A",)),
    ]
    theirs, own = Answers(attached, "theirs"), Answers(loaded, "theirs")
    theirs.prepare(asked)
    own.prepare(asked)
    assert [theirs[one] for one in asked] == [own[one] for one in asked]
    assert theirs["facts", ("D3", "associates", "3106")] == {"GWAS", "DISEASES", "TISSUES"}


def test_certificates_of_it_hold_until_a_relationship_goes(attached, owner):
    certificate = Auditor(attached, "theirs").audit("1. Psoriasis associates HLA-B.").certificate
    assert certificate.claims[0].status == "supported"
    assert certificate.recheck(attached).found == "holds"
    match = "MATCH (h:Illness {identifier: 'D1'})-[r:ASSOCIATES]->(t:Locus {entrez: 3106}) "
    (kept,) = owner.execute_query(match + "WITH r, properties(r) AS kept DELETE r RETURN kept").records
    try:
        assert certificate.recheck(attached).found == "no_longer_holds"
    finally:
        made = match.replace("-[r:ASSOCIATES]->", " MATCH ").replace(" MATCH (t", " MATCH (t")
        owner.execute_query(made + "CREATE (h)-[r:ASSOCIATES]->(t) SET r = $kept", kept=kept["kept"])


def rows_of(store: GraphStore, told: Statement) -> list[dict]:
    """What a statement that was shown returns when it is run."""
    result = store.cypher(told.text, told.parameters)
    return [dict(zip(result.columns, row, strict=True)) for row in result.rows]


def shown_as(facts) -> list[tuple]:
    """What a reader sees of facts, in order."""
    return [(fact.head.label, fact.relation, fact.tail.label) for fact in facts]


class TestCypherThatIsShown:
    """What is shown as Cypher returns what is shown, in the owner's database."""

    def test_of_pages(self, attached):
        shown = surroundings(attached, "theirs", resolve(attached, "theirs", "D1"), 10)
        paths = shown_paths(attached, "theirs", PathQuery("X'1\"", "3107", max_hops=4))
        assert paths
        for told, facts in ((shown.cypher, shown.facts), *((one.cypher, one.path.facts) for one in paths)):
            rows = [(row["head"], row["relation"], row["tail"]) for row in rows_of(attached, told)]
            assert rows
            assert rows == shown_as(facts)

    def test_of_verdicts_and_of_those_read_from_a_file(self, attached):
        chain = "1. Psoriasis is a skin disease. 2. Psoriasis associates HLA-B."
        verdict = Auditor(attached, "theirs").audit(chain)
        for one in (verdict, Verdict.from_dict(json.loads(json.dumps(verdict.to_dict())))):
            rows = [(row["head"], row["relation"], row["tail"]) for row in rows_of(attached, one.statement)]
            assert rows == shown_as(one.grounded_facts)
            assert len(rows) == 2

    def test_of_a_search(self, attached):
        found = search_graph(attached, "theirs", "psoriasis", limit=3, encoder=None)
        entities, facts = statements(attached.showing("theirs"), found)
        assert [row["id"] for row in rows_of(attached, entities)] == [
            match.entity.id for match in found.entities
        ]
        assert [row["tail"] for row in rows_of(attached, facts)] == [
            one.item.tail.label for one in found.facts
        ]

    def test_of_the_claims_of_a_text(self, attached):
        (claim,) = ClaimJudge.open(attached, "theirs").judged("HLA-B is associated with psoriatic arthritis.")
        assert claim.evidence
        for evidence in claim.evidence:
            assert rows_of(attached, evidence.statement)
