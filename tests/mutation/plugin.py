"""A pytest plugin: one source file is imported with the fault that $ASTRARIUM_MUTANT names, `PATH:NUMBER`.

No file is changed, and no bytecode of the fault is kept.
"""

import os
from importlib.machinery import SourceFileLoader
from pathlib import Path

from tests.mutation.mutants import mutated

named, _, number = os.environ.get("ASTRARIUM_MUTANT", "").rpartition(":")
if named:
    path, get_code = Path(named).resolve(), SourceFileLoader.get_code

    def with_fault(self, fullname):
        """Compile the changed source in place of that file's."""
        if Path(self.path).resolve() != path:
            return get_code(self, fullname)
        return compile(mutated(path, int(number)), str(path), "exec", dont_inherit=True)

    SourceFileLoader.get_code = with_fault
