"""SPARQL: reading the queries of question sets, and asking an endpoint for the graph that they match."""
