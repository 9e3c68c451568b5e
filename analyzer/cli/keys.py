"""钥匙命令: `paishen keys` - the keys that seals are signed with."""

from __future__ import annotations

from pathlib import Path

import click

from analyzer.cli.json_line import json_line
from analyzer.cli.localized import argument, group, option, say
from analyzer.words import Words

FILE = Words("钥匙文件; 不写则用个人数据目录里的那把", "the key's file; the one in your data folder when left out")
JSON = Words("写成一个 JSON 对象", "as one JSON object")


@group(
    "keys",
    Words("封存牌谱用的钥匙", "the keys that logs are sealed with"),
    examples=["paishen keys new", "paishen keys show"],
)
def command() -> None:
    """The group."""


@command.make(
    "new",
    Words(
        "造一把新钥匙 (Ed25519), 只有自己能读; 已有的从不覆盖。\n"
        "打印公钥: 请预先公布, 别人才能用 verify --key 认出你的封印。",
        "Makes a new key (Ed25519) that only you can read; one that is there is never overwritten.\n"
        "Prints its public half: publish it beforehand, so that others know your seals by verify --key.",
    ),
    examples=["paishen keys new", "paishen keys new club.key"],
)
@argument("file", FILE, metavar="[FILE]", required=False)
@option("--json", "as_json", words=JSON, is_flag=True)
def new(file: str | None, as_json: bool) -> None:  # noqa: FBT001 - click passes it so
    """A new key, and its public half."""
    from analyzer.paipu.chain import public_hex
    from analyzer.paipu.keyfile import default_key, make_key

    path = Path(file) if file else default_key()
    if not file:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    tell(path, public_hex(make_key(path)), as_json=as_json)


@command.make("show", Words("一把钥匙的公钥", "the public half of a key"), examples=["paishen keys show club.key"])
@argument("file", FILE, metavar="[FILE]", required=False)
@option("--json", "as_json", words=JSON, is_flag=True)
def show(file: str | None, as_json: bool) -> None:  # noqa: FBT001 - click passes it so
    """The public half of a key that is there."""
    from analyzer.paipu.chain import public_hex
    from analyzer.paipu.keyfile import default_key, read_key

    path = Path(file) if file else default_key()
    tell(path, public_hex(read_key(path)), as_json=as_json)


def tell(path: Path, public: str, *, as_json: bool) -> None:
    """The file and the public half of a key."""
    if as_json:
        click.echo(json_line({"file": str(path), "key": public}))
        return
    click.echo(say(f"钥匙: {path} (不要给任何人)", f"key: {path} (give it to nobody)"))
    click.echo(say(f"公钥: {public}", f"public key: {public}"))
