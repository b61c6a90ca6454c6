"""The harness: it runs each contender in its own process, in turn, and compares the answers with known ones."""
