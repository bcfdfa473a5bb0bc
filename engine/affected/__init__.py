"""Which kept verdicts a change of their graph undoes.

A verdict is a function of its text and of what its judge asks the graph. So each question is kept beside the
verdicts, with the answer that it had. When the graph changes, the questions that the change can reach are
asked again; a verdict of which each question is answered as before is what it was.
"""
