"""Reference problems, each a model of its kind."""
