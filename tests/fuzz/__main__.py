"""乱试: every reader fed with damaged bytes.

    python -m tests.fuzz 100000 1 [READER...]        so many inputs for each reader, from a seed
    python -m tests.fuzz flips 100000 1              so many damaged sealed logs
    python -m tests.fuzz atheris READER [ARG...]     led by coverage; needs the package atheris

Exit status 1 when something else came than an answer or a refusal; the input is then left beside as `crash-READER`.
"""

from __future__ import annotations

import sys
import time
from importlib import import_module
from pathlib import Path
from random import Random

from tests.fuzz.flips import campaign
from tests.fuzz.mutations import changed
from tests.fuzz.readers import Reader, readers, tried


def fuzz(name: str, reader: Reader, many: int, seed: int) -> bool:
    """So many inputs for a reader; whether it bore them all."""
    random = Random(f"{name} {seed}")
    seeds = reader.seeds()
    slowest = 0.0
    for number in range(many):
        data = random.choice(seeds)
        for _ in range(random.choice((1, 1, 2))):
            data = changed(data, random)
        began = time.perf_counter()
        try:
            reader.read(data)
        except Exception as error:  # noqa: BLE001  whatever it is, it is a find
            Path(f"crash-{name}").write_bytes(data)
            print(f"{name}: input {number} of seed {seed}: {type(error).__name__}: {error}", flush=True)
            return False
        slowest = max(slowest, time.perf_counter() - began)
    print(f"{name:12} {many} inputs, the slowest {slowest:.2f} s", flush=True)
    return True


def led(name: str, arguments: list[str]) -> None:
    """A reader fuzzed by atheris until it is stopped."""
    atheris = import_module("atheris")
    reader = readers()[name]
    folder = Path("corpus") / name
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(reader.seeds()):
        (folder / f"seed-{number}").write_bytes(data)
    atheris.instrument_all()
    atheris.Setup([sys.argv[0], str(folder), *arguments], reader.read)
    atheris.Fuzz()


def main() -> int:
    """One of the three."""
    if sys.argv[1:2] == ["atheris"]:
        led(sys.argv[2], sys.argv[3:])
        return 0
    if sys.argv[1:2] == ["flips"]:
        tally = campaign(int(sys.argv[2]), int(sys.argv[3]))
        print(f"{tally.damaged} damaged logs, {len(tally.accepted)} accepted, the slowest {tally.slowest:.3f} s")
        print("\n".join(tally.accepted))
        return 1 if tally.accepted else 0
    many, seed, *names = sys.argv[1:] or ("1000", "1")
    bore = [fuzz(name, reader, int(many), int(seed)) for name, reader in tried(names)]
    return 0 if all(bore) else 1


if __name__ == "__main__":
    sys.exit(main())
