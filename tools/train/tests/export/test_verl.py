import pyarrow.parquet as pq
import pytest

from medgym_core.verifier import Status

from .steps import sampled, step, submitted


@pytest.fixture
def row_of(exported):
    def make(*episodes, **options):
        out, _ = exported("verl", *episodes, **options)
        return pq.read_table(out / "rows-00000.parquet").to_pylist()

    return make


def test_a_prompt_says_where_it_is_from(row_of, played) -> None:
    (row,) = row_of(played(status=Status.FAIL, index=3, replica=2))
    assert row["data_source"] == "medgym/toy"
    assert [message["role"] for message in row["prompt"]] == ["system", "user"]
    assert row["reward_model"] == {"style": "rule", "ground_truth": "toy/train/3"}
    info = row["extra_info"]
    assert (info["split"], info["index"], info["replica"], info["status"]) == ("train", 3, 2, "fail")
    assert (info["tier"], info["evaluation"], row["reward_score"], row["response_ids"]) == (
        "open",
        False,
        0.0,
        None,
    )


def test_sampled_tokens_are_distinguished_from_observations(row_of, played) -> None:
    first, second = sampled([1, 2], [3, 4], [-0.5, -1.0]), sampled([1, 2, 3, 4, 5, 6], [7], [-2.0])
    (row,) = row_of(played(step(**first), submitted(**second)))
    assert row["prompt_ids"] == [1, 2]
    assert row["response_ids"] == [3, 4, 5, 6, 7]
    assert row["response_mask"] == [1, 1, 0, 0, 1]
    assert row["response_logprobs"] == [-0.5, -1.0, 0.0, 0.0, -2.0]


def test_a_rewritten_prompt_is_no_sequence(row_of, played) -> None:
    (row,) = row_of(played(step(**sampled([1, 2], [3])), submitted(**sampled([1, 9, 3, 5], [7]))))
    assert (row["prompt_ids"], row["response_mask"]) == (None, None)


def test_a_reply_without_ids_is_no_sequence(row_of, played) -> None:
    (row,) = row_of(played(step(**sampled([1, 2], [3])), submitted()))
    assert row["response_ids"] is None


def test_one_row_a_task(row_of, played) -> None:
    episodes = [played(submitted(f"answer = {n}"), replica=n) for n in range(3)]
    assert len(row_of(*episodes, per_task=1)) == 1
