from medgym_core.action.info import Match, ranked


def test_equal_before_contained_before_alike_before_nothing():
    texts = ["aspirin ec 81", "Aspirin", "asprin", "aspirin ec", "warfarin", "x"]
    labels = [match.label for match in ranked("aspirin", [Match(text, text) for text in texts])]
    assert labels[:4] == ["Aspirin", "aspirin ec", "aspirin ec 81", "asprin"]
    assert "x" not in labels


def test_equal_labels_are_listed_once():
    assert len(ranked("a", [Match("a", "a"), Match("a", "a")])) == 1
