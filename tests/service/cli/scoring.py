"""`kibitz score` asked as from a shell."""

from functools import partial

from tests.service.cli import asking

run = partial(asking.run, "score")
told = partial(asking.told, "score")
refused = partial(asking.refused, "score")
