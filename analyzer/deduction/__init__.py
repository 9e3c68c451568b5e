"""推断: who is the guard - by counting, by proof, and by how everybody plays; the three are kept apart.

`counts` and `proof` are exact; `posterior` puts the layers together for every event.
"""

from analyzer.deduction.posterior import Belief, Evidence, deduce

__all__ = ["Belief", "Evidence", "deduce"]
