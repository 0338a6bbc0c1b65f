from medgym_plugin_toy_sum.family import ToySum

from medgym_core import Source, ensure_build


def test_gold_is_the_sum(tmp_path):
    family = ToySum()
    build = ensure_build(family, Source.synthetic(scale=6), tmp_path)
    assert family.gold(build, family.task(build, "test", 0)).turns[0] > 0
