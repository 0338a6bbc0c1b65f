"""One fault for each warning of the card."""

from __future__ import annotations

from medgym_train.card.flag import Kind

from .playing import Fault, Play, only


def _always_right(play: Play) -> None:
    play.right = True


def _always_wrong(play: Play) -> None:
    play.right = False


def _constant(play: Play) -> None:
    play.answer, play.code = "0", f"answer = int(open('data/x').read()[{play.index}] * 0)"


def _one_program(play: Play) -> None:
    play.code = "# any task\nanswer = open('data/hospital.sqlite').read()"


def _unread(play: Play) -> None:
    play.code = f"answer = guess({play.index})"


def _unfound(play: Play) -> None:
    play.code = f"open('data/hospital.sqlite')\nanswer = {play.answer}"


def _inaction(play: Play) -> None:
    play.agent, play.right = ("nop", play.index % 2 == 0) if play.replica == 0 else (play.agent, play.right)


def _memory(play: Play) -> None:
    play.agent, play.right = ("attack:memory", True) if play.replica == 0 else (play.agent, play.right)


def _one_shot(play: Play) -> None:
    agent = "attack:one_shot"
    play.agent, play.right = (agent, True) if play.replica == 0 else (play.agent, play.right)


def _errors(play: Play) -> None:
    play.failing = 4 if play.when > 0.7 else 0


def _longer(play: Play) -> None:
    play.padding = int(play.when * 900)


def _shorter(play: Play) -> None:
    play.padding = int((1 - play.when) * 900)


def _more(play: Play) -> None:
    play.looks = 1 + int(play.when * 5)


def _fewer(play: Play) -> None:
    play.looks = 6 - int(play.when * 5)


FAULTS: dict[Kind, tuple[Fault, ...]] = {
    "no gradient": (only(0, _always_right), only(1, _always_wrong)),
    "constant answer": (only(1, _constant),),
    "equal programs": (only(2, _one_program),),
    "nothing read": (only(0, _unread),),
    "value not found": (only(1, _unfound),),
    "rewards inaction": (only(2, _inaction),),
    "solved from memory": (only(0, _memory),),
    "solved at once": (only(1, _one_shot),),
    "more errors": (_errors,),
    "longer": (_longer,),
    "shorter": (_shorter,),
    "more actions": (_more,),
    "fewer actions": (_fewer,),
}
"""Warning to the faults that it must find."""
