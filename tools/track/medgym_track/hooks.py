"""What this distribution provides."""

from __future__ import annotations

from collections.abc import Mapping

from medgym_core import ListenerFactory, hookimpl


@hookimpl
def medgym_listeners() -> Mapping[str, ListenerFactory]:
    """The three trackers; none of their libraries is imported here."""
    from medgym_track.mlflow import MLflow
    from medgym_track.tensorboard import TensorBoard
    from medgym_track.tracking import Tracking
    from medgym_track.wandb import WeightsAndBiases

    return {
        "mlflow": lambda: Tracking("mlflow", MLflow()),
        "tensorboard": lambda: Tracking("tensorboard", TensorBoard()),
        "wandb": lambda: Tracking("wandb", WeightsAndBiases()),
    }
