"""Runs and exports in dataset repositories of the Hugging Face Hub: pushed whole or not at all, and pulled.

::

    RUN, EXPORT ──▶ Parcel (refused where it is labelled) ──▶ card ──▶ Repository ──▶ the Hub
"""
