"""Gold paths: from a question set to the paths of a graph that answer its questions."""
