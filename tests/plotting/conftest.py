import matplotlib as mpl
import pytest
from matplotlib import pyplot as plt

mpl.use("Agg")


@pytest.fixture(autouse=True)
def _no_figures_left():
    yield
    plt.close("all")


@pytest.fixture
def axes():
    return plt.subplots()[1]
