"""How contenders are measured: each in a process of its own, in turn, their answers compared with what is known."""
