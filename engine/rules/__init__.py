"""Horn rules of a graph's relations: declared by its author, or mined from its facts."""
