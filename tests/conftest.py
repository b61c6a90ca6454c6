from hypothesis import Phase, settings

settings.register_profile("gate", deadline=None, derandomize=True, max_examples=100)
settings.register_profile("deep", deadline=None, max_examples=20 * 100)
settings.register_profile(
    "mutation", settings.get_profile("gate"), max_examples=25, phases=(Phase.explicit, Phase.generate)
)
settings.load_profile("gate")  # another one: --hypothesis-profile
