"""How a note is laid out: its head, and its sections in one of the orders and one of the layouts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from medgym_plugin_medcalcbench.notes.scene import Scene, Statement


def head(scene: Scene) -> list[str]:
    """Title, place and patient."""
    head = scene.frames["head"]
    place, name = scene.pick(scene.frames["hospitals"]), scene.pick(scene.frames["names"])
    reason = scene.pick(head["reason"]).format(place=place)
    return [head[scene.kind], reason, head["patient"].format(name=name, chart=scene.own)]


def body(scene: Scene, said: Sequence[Statement]) -> Iterator[str]:
    """The sections with their headings, in one of the orders and one of the layouts."""
    layout: Callable[[list[str]], str] = scene.pick((_bullets, _sentences, _chain))
    headings = scene.frames["sections"][scene.kind]
    order = [*scene.pick(scene.frames["orders"])]
    order.insert(scene.rng.randint(1, len(order)), "times")
    for section in order:
        texts = [statement.text for statement in said if statement.section == section]
        scene.rng.shuffle(texts)
        if texts:
            yield ""
            yield scene.pick(headings[section])
            yield layout(texts)


def _bullets(texts: list[str]) -> str:
    return "\n".join(f"- {text}" for text in texts)


def _sentences(texts: list[str]) -> str:
    return " ".join(f"{text}." for text in texts)


def _chain(texts: list[str]) -> str:
    return "; ".join(texts) + "."
