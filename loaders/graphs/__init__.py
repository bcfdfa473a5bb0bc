"""Files that hold a whole graph, nodes and edges: one file a kind of them, and their table."""
