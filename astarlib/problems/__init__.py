"""Built-in search problems. You can solve them as they are, or read one as an example for your own problem."""
