"""推断: who is the guard - by counting, by proof, and by how everybody plays; the three are kept apart.

`counts` and `proof` are exact; `signs` reads plays and passes, `model` weighs them, `behaviour` adds them up;
`posterior` puts the layers together for every event. `training` fits the model and reports how good it is.
"""

from analyzer.deduction.model import Model, load_model
from analyzer.deduction.posterior import Belief, Evidence, deduce

__all__ = ["Belief", "Evidence", "Model", "deduce", "load_model"]
