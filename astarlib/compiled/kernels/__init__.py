"""The search loops that are compiled. Each loop is written once and is specialized for each domain.

A module states in ``NEEDS`` how its kernels differ from the usual ones:

- ``"recursion"``: they call the recursion of IDA*, which is generated.
- ``"edges into states"``: they read single edges, because ``list_edges`` lists only those out of a state.
- ``"parents elsewhere"``: the parent of a node may be stored by another shard, so its ``aux`` isn't known.
- ``"few calls"``: they are called once or twice, so that a short compilation matters more than fast code.
"""
