"""One thread for torch: on networks this small, more only wait for each other."""

import pytest

torch = pytest.importorskip("torch", reason="needs the extra `train`")
torch.set_num_threads(1)
