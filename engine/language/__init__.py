"""English as data: words, forms, and rule rows. Knows no graph."""
