from medgym_ehr.synthetic.luck import Luck
from medgym_patient.key import start


def test_luck_depends_on_its_key_alone():
    keys = start(5, 0, 100)
    luck = Luck(keys).of("test")
    few = Luck(keys[:10]).of("test")
    assert (luck.uniform("a")[:10] == few.uniform("a")).all()
    assert not (luck.uniform("a") == luck.uniform("b")).any()
    assert set(luck.integers("c", 2, 5)) == {2, 3, 4}
