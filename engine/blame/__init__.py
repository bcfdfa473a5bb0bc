"""Whose fault a contradiction is: the text's, or the graph's."""
