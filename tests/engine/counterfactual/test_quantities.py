"""Numbers that are put in place of others."""

from random import Random

from groundpath.engine.counterfactual.quantities import other_count


def test_a_share_of_more_than_the_whole_stays_between_its_neighbours():
    drawn = other_count("150%", "It grew by 150% after 140 days and 180 nights.", Random(0))
    assert drawn is not None
    assert 140 < int(drawn.removesuffix("%")) < 180
