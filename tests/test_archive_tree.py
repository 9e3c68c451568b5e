"""The tree over an archive's games: roots and proofs by hand, and who removes or swaps a game is found out."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from analyzer.archive import Archive, compacting, read_manifest
from analyzer.archive.checkpoints import belied, heads_of, tree_of
from analyzer.archive.manifest import write_manifest
from analyzer.archive.merkle import EMPTY, Tree, is_consistent, is_included, leaf_hash
from analyzer.importing import bring, lots
from tests.conftest import Paishen

SAMPLES = sorted((Path(__file__).resolve().parents[1] / "replays" / "samples").glob("*.paipu.json"))[:7]
NAMES = [bytes([letter]) for letter in b"abcdefg"]


def h(*parts: bytes) -> bytes:
    """SHA-256 of what stands one after the other."""
    return sha256(b"".join(parts)).digest()


A, B, C, D, E, F, G = (h(b"\0", name) for name in NAMES)
AB, CD, EF = h(b"\1", A, B), h(b"\1", C, D), h(b"\1", E, F)
ABCD, EFG = h(b"\1", AB, CD), h(b"\1", EF, G)
TREE = Tree([leaf_hash(name) for name in NAMES])


def test_roots_by_hand() -> None:
    """RFC 6962, 2.1.1: the left part has the largest power of two below n."""
    roots = [h(), A, AB, h(b"\1", AB, C), ABCD, h(b"\1", ABCD, E), h(b"\1", ABCD, EF), h(b"\1", ABCD, EFG)]
    assert [TREE.root(size) for size in range(8)] == roots
    assert TREE.root() == roots[7]
    assert Tree([]).root() == EMPTY == sha256(b"").digest()


def test_proofs_by_hand() -> None:
    """RFC 6962, 2.1.3: its example tree of seven leaves, and the same letters where it grew from 3, 4 and 6."""
    assert TREE.inclusion(0, 7) == [B, CD, EFG]
    assert TREE.inclusion(3, 7) == [C, AB, EFG]
    assert TREE.inclusion(4, 7) == [F, G, ABCD]
    assert TREE.inclusion(6, 7) == [EF, ABCD]
    assert TREE.consistency(3, 7) == [C, D, AB, EFG]
    assert TREE.consistency(4, 7) == [EFG]
    assert TREE.consistency(6, 7) == [EF, G, ABCD]
    assert TREE.consistency(7, 7) == TREE.consistency(0, 7) == []


def test_every_proof_of_every_size_holds_and_no_other_does() -> None:
    tree = Tree([leaf_hash(bytes([number])) for number in range(20)])
    for size in range(1, 21):
        root = tree.root(size)
        for index in range(size):
            leaf, proof = leaf_hash(bytes([index])), tree.inclusion(index, size)
            assert is_included(leaf, index, size, proof, root)
            others = [(leaf, place, size, proof) for place in (index ^ 1, size, -1)]
            others += [(leaf_hash(b"x"), index, size, proof), (leaf, index, size, [*proof, A])]
            others += [(leaf, index, size, proof[:-1])] * bool(proof)
            assert not any(is_included(*one, root) for one in others)
        for old in range(1, size):
            before, proof = tree.root(old), tree.consistency(old, size)
            assert is_consistent(old, before, size, root, proof)
            assert not is_consistent(old, tree.root(old - 1), size, root, proof)
            assert not is_consistent(old, before, size, tree.root(size - 1), proof)
            for place in range(len(proof)):
                assert not is_consistent(old, before, size, root, [*proof[:place], A, *proof[place + 1 :]])
                assert not is_consistent(old, before, size, root, [*proof[:place], *proof[place + 1 :]])
            assert not is_consistent(old, before, size, root, [*proof, A])


@pytest.fixture
def signed(paishen: Paishen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An archive of seven games in as many segments, with checkpoints of four and of seven."""
    monkeypatch.setattr(lots, "LOT_GAMES", 1)
    assert paishen("keys", "new", tmp_path / "club.key").status == 0
    for count in (4, 7):
        list(bring(SAMPLES[:count], tmp_path / "a"))
        done = paishen("archive", "checkpoint", "--archive", tmp_path / "a", "--key", tmp_path / "club.key", "--json")
        assert (done.status, done.json[0]["size"]) == (0, count)
    (tmp_path / "held.jsonl").write_bytes((tmp_path / "a" / "checkpoints.jsonl").read_bytes())
    return tmp_path / "a"


def found_in(paishen: Paishen, folder: Path, *args: Any) -> list[tuple[str, str]]:
    """What a check says about checkpoints: in which line, and why."""
    done = paishen("--lang", "en", "archive", "check", "--archive", folder, "--workers", 1, "--json", *args)
    findings = [one for one in done.json[0]["findings"] if one["code"] == "checkpoint"]
    assert done.status == bool(done.json[0]["findings"])
    return [(one["file"].rpartition("/")[2], one["message"]) for one in findings]


def test_the_root_is_that_of_the_content_hashes_in_order(paishen: Paishen, signed: Path) -> None:
    heads = [row["sha256"] for row in Archive(signed).ask("SELECT sha256 FROM games ORDER BY number")]
    a, b, c, d, e, f, g = (h(b"\0", bytes.fromhex(head)) for head in heads)
    abcd = h(b"\1", h(b"\1", a, b), h(b"\1", c, d))
    efg = h(b"\1", h(b"\1", e, f), g)
    lines = [json.loads(line) for line in (signed / "checkpoints.jsonl").read_text().splitlines()]
    assert [line["root"] for line in lines] == [abcd.hex(), h(b"\1", abcd, efg).hex()]
    assert found_in(paishen, signed, "--held", signed.parent / "held.jsonl", "--key", lines[0]["key"]) == []


def test_joining_and_remaking_keep_the_root(paishen: Paishen, signed: Path) -> None:
    assert compacting.compact(signed) == (7, 1)
    assert found_in(paishen, signed) == []
    assert paishen("archive", "rebuild", "--archive", signed).status == 0
    assert found_in(paishen, signed) == []


def test_a_game_that_was_removed_shows(paishen: Paishen, signed: Path) -> None:
    manifest = read_manifest(signed)
    write_manifest(signed, structs.replace(manifest, segments=manifest.segments[:-1]))
    said = "there were more games at the checkpoint: some are gone"
    assert found_in(paishen, signed) == [("checkpoints.jsonl:2", said)]
    write_manifest(signed, structs.replace(manifest, segments=manifest.segments[1:]))
    lines = [line for line, _ in found_in(paishen, signed)]
    assert lines == ["checkpoints.jsonl:1", "checkpoints.jsonl:2"]


@pytest.mark.usefixtures("signed")
def test_a_game_that_was_swapped_shows_even_with_new_checkpoints(paishen: Paishen, tmp_path: Path) -> None:
    """The keeper himself makes another archive and signs it; who held the old checkpoints knows."""
    other = tmp_path / "other"
    list(bring([SAMPLES[1], SAMPLES[0], *SAMPLES[2:]], other))
    assert paishen("archive", "checkpoint", "--archive", other, "--key", tmp_path / "club.key").status == 0
    assert found_in(paishen, other) == []
    said = "the games at the checkpoint were others: some were removed, swapped or put in between"
    held = found_in(paishen, other, "--held", tmp_path / "held.jsonl")
    assert held == [("held.jsonl:1", said), ("held.jsonl:2", said)]


def test_nothing_is_signed_where_an_older_one_does_not_fit(paishen: Paishen, signed: Path, tmp_path: Path) -> None:
    manifest = read_manifest(signed)
    write_manifest(signed, structs.replace(manifest, segments=manifest.segments[:-1]))
    before = (signed / "checkpoints.jsonl").read_bytes()
    done = paishen("--lang", "en", "archive", "checkpoint", "--archive", signed, "--key", tmp_path / "club.key")
    assert (done.status, done.out) == (2, "")
    assert "an earlier checkpoint does not fit, and nothing was signed" in done.err
    assert (signed / "checkpoints.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"size":4', '"size":3', "the signature of the checkpoint does not hold"),
        ('"made":"2', '"made":"1', "the signature of the checkpoint does not hold"),
        ('"size":4', '"sise":4', "this is no checkpoint"),
        ('"version":1', '"version":2', "this is no checkpoint"),
    ],
)
def test_a_changed_checkpoint_is_found(paishen: Paishen, signed: Path, old: str, new: str, said: str) -> None:
    path = signed / "checkpoints.jsonl"
    path.write_text(path.read_text().replace(old, new, 1))
    assert found_in(paishen, signed) == [("checkpoints.jsonl:1", said)]


def test_every_flipped_bit_of_a_checkpoint_is_found(signed: Path) -> None:
    """Hexadecimal digits are lower-case: `d` and `D` would be the same bytes."""
    path = signed / "checkpoints.jsonl"
    data = path.read_bytes()
    tree = tree_of(heads_of(signed, read_manifest(signed)))
    assert belied(tree, path) == []
    for at in range(data.index(b"\n"), len(data)):
        for bit in (5, *[at % 5] * (at % 4 == 0)):
            path.write_bytes(data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :])
            assert belied(tree, path), (at, data[at : at + 1])


def test_hexadecimal_digits_of_a_proof_are_lower_case(paishen: Paishen, signed: Path) -> None:
    path = proof(paishen, signed, "--since", 4)
    text = path.read_text("utf-8")
    digits = json.loads(text)["path"][0]
    path.write_text(text.replace(digits, digits.upper()))
    assert digits != digits.upper()
    assert paishen("archive", "verify", path).status == 2


def test_a_checkpoint_by_another_key_is_found_where_the_key_is_known(paishen: Paishen, signed: Path) -> None:
    assert found_in(paishen, signed) == []
    said = "the checkpoint is signed with another key"
    assert found_in(paishen, signed, "--key", "ab" * 32) == [(f"checkpoints.jsonl:{line}", said) for line in (1, 2)]


def proof(paishen: Paishen, folder: Path, *args: Any) -> Path:
    """A proof in a file."""
    done = paishen("archive", "prove", *args, "--archive", folder)
    assert done.status == 0
    path = folder.parent / "it.proof.json"
    path.write_text(done.out, "utf-8")
    return path


def test_a_proof_holds_without_the_archive(paishen: Paishen, signed: Path) -> None:
    for number, row in enumerate(Archive(signed).ask("SELECT game, sha256 FROM games ORDER BY number")):
        path = proof(paishen, signed, row["game"])
        told = json.loads(path.read_text("utf-8"))
        assert (told["index"], told["sha256"], told["checkpoint"]["size"]) == (number, row["sha256"], 7)
        key = told["checkpoint"]["key"]
        done = paishen("archive", "verify", path, "--log", SAMPLES[number], "--key", key, "--json")
        assert (done.status, done.json[0]["holds"], done.json[0]["size"]) == (0, True, 7)
    done = paishen("--lang", "en", "archive", "verify", path, "--log", SAMPLES[0])
    assert (done.status, done.lines[1]) == (1, "✗ the proof is about another game")
    done = paishen("--lang", "en", "archive", "verify", proof(paishen, signed, "--since", 4))
    assert done.status == 0
    assert done.lines[0] == "✓ the checkpoint of 7 games goes on from the one of 4 games"


@pytest.mark.parametrize("what", ["path", "sha256", "index", "root", "signature", "key"])
def test_a_proof_that_was_changed_does_not_hold(paishen: Paishen, signed: Path, what: str) -> None:
    path = proof(paishen, signed, Archive(signed).ask("SELECT game FROM games WHERE number = 3")[0]["game"])
    told = json.loads(path.read_text("utf-8"))
    part = told if what in told else told["checkpoint"]
    changed = {"index": 4, "path": told["path"][::-1]}.get(what, "ab" * (64 if what == "signature" else 32))
    part[what] = changed
    path.write_text(json.dumps(told))
    done = paishen("archive", "verify", path, "--json")
    assert (done.status, done.json[0]["holds"]) == (1, False)


@pytest.mark.parametrize("said", ["", "{}", '{"format":"paishen inclusion"}', "[" * 5000, "\xff"])
def test_what_is_no_proof_is_one_sentence(paishen: Paishen, tmp_path: Path, said: str) -> None:
    (tmp_path / "x.json").write_text(said, "latin-1")
    done = paishen("--lang", "en", "archive", "verify", tmp_path / "x.json")
    assert (done.status, done.err) == (2, f"paishen: {tmp_path / 'x.json'}: this is no proof of archive prove\n")
    assert paishen("archive", "verify", tmp_path / "none.json").status == 2


def test_what_cannot_be_proved_is_one_sentence(paishen: Paishen, signed: Path) -> None:
    list(bring(sorted(SAMPLES[0].parent.glob("*.paipu.txt"))[:1], signed))
    newest = Archive(signed).ask("SELECT game FROM games WHERE number = 8")[0]["game"]
    for args, said in (
        ((newest,), "no checkpoint has it yet: archive checkpoint makes one"),
        (("nobody's",), "the archive has no such game"),
        (("--since", 5), "no checkpoint of 5 games; there are: 4, 7"),
        ((), "name a game, or --since, and not both"),
    ):
        done = paishen("--lang", "en", "archive", "prove", *args, "--archive", signed)
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
        assert said in done.err


def test_what_is_printed_and_signed_is_written_down(paishen: Paishen, signed: Path, root: Path) -> None:
    text = "".join((root / "schemas" / name).read_text("utf-8") for name in ("ARCHIVE.md", "ARCHIVE-JSON.md"))
    keys = set(json.loads((signed / "checkpoints.jsonl").read_text().splitlines()[0]))
    for args in ((Archive(signed).games()[0]["game"],), ("--since", 4)):
        path = proof(paishen, signed, *args)
        keys |= set(json.loads(path.read_text("utf-8")))
        keys |= set(paishen("archive", "verify", path, "--json").json[0])
    assert [key for key in sorted(keys) if f"`{key}`" not in text] == []
