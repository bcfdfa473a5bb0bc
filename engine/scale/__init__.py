"""Many rows: datasets of many files, in shards, by this process, several, Ray or Spark."""
