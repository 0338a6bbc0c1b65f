"""Trackers that hear of runs as they are played, each through its own library.

::

    RunStarted, EpisodeEnded, RunFinished ──▶ Tracking ──▶ Tally ──▶ Tracker (wandb, MLflow, TensorBoard)
"""
