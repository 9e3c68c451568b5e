"""The rules' machine code is made once, by whoever comes first, and whoever waits for it is told why."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CODE = """if True:
    from analyzer.batch import machine
    from analyzer.words import Words

    def loop(found):
        found[0] = seven()

    def seven():
        return 7

    import numpy as np
    found = np.zeros(1, np.int64)
    machine.HERE = __import__("pathlib").Path(__file__).parent
    kernel = machine.Kernel("small", ("*.py",), Words("正在编译", "compiling"), lambda: (loop, (seven,)))
    kernel.loop()(found)
    kernel.loop()(found)
    print(found[0])
"""


def test_one_of_many_compiles_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "small.py").write_text(CODE, encoding="utf-8")
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(tmp_path / "cache"), "LANG": "en_US.UTF-8",
        "LC_ALL": "en_US.UTF-8",
    }  # fmt: skip
    run = [sys.executable, str(tmp_path / "small.py")]
    three = [
        subprocess.Popen(run, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    told = [process.communicate() for process in three]
    assert [out for out, _ in told] == ["7\n"] * 3
    assert sorted(err for _, err in told) == ["", "", "paishen: compiling\n"]
