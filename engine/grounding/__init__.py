"""What a graph says of claims: the facts that they state, and those that speak against them."""
