import os

from hypothesis import settings

settings.register_profile("gate", deadline=None, derandomize=True, max_examples=100)
settings.register_profile("thorough", deadline=None, derandomize=False, max_examples=5000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))
