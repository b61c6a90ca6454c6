"""Classes of numbers that lack an operation."""

import operator

OPERATIONS = {name: getattr(operator, name) for name in ("add", "sub", "mul", "truediv", "lt", "le", "gt", "ge", "eq")}


def numbers_without(*missing):
    """A class of numbers that has the operations of a Fraction, except those."""

    class Number:
        def __init__(self, value):
            self.value = value

        def __neg__(self):
            return Number(-self.value)

        def __float__(self):
            return float(self.value)

        def __hash__(self):
            return hash(self.value)

        def __repr__(self):
            return f"Number({self.value})"

    def method(operation, *, swap=False):
        def applied(self, other):
            pair = self.value, getattr(other, "value", other)
            found = operation(*(pair[::-1] if swap else pair))
            return found if isinstance(found, bool) else Number(found)

        return applied

    for name, operation in OPERATIONS.items():
        setattr(Number, f"__{name}__", method(operation))
        if name in {"add", "sub", "mul", "truediv"}:
            setattr(Number, f"__r{name}__", method(operation, swap=True))
    for name in missing:
        setattr(Number, name, lambda *_: NotImplemented) if name != "__hash__" else setattr(Number, name, None)
    return Number
