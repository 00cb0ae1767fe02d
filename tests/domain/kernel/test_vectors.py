"""The format's test vectors, as literals."""

from iacta.domain.kernel.proof import dice, merkle, record, seals
from iacta.domain.kernel.proof.canonical import sha256

LINK_2 = bytes.fromhex("93002c07f2c9cb74533e1185df3c5b08b6297b74b456a17a0ecb1faad8ead9da")
LINK_1 = "53c8a666b588e7be6342d9afcde700be1a4a59fa63eb4d4801bdfec30e94f7c9"
ANCHOR = "9dcb2f53d22c16f9758fc6326aff3d1d506e8debdad335b28dcdff1de1948b0f"
CAMPAIGN = "0193a5a0-0000-7000-8000-000000000001"


def test_a_chain_leads_from_its_last_link_to_its_anchor() -> None:
    chain = dice.make_chain(LINK_2, 2)
    assert chain.link(2) == LINK_2
    assert chain.link(1).hex() == LINK_1
    assert chain.anchor == ANCHOR


def test_the_digest_of_a_command() -> None:
    assert dice.command_digest({"type": "civil-war.roll-year-event"}) == (
        "e3caed0f6b0a1ce7d1f79d62f70b7a39db97dee188e267330d05a97700f0b37d"
    )
    assert dice.command_digest({"type": "x", "orders": {"sealed": "f" * 64}}) == (
        "dae6205fbcba83bb2ac5d7b3328e7ad98264ef11b5a635d51a4ce195372da1ce"
    )


def test_dice_of_one_stream() -> None:
    d = dice.command_digest({"type": "civil-war.roll-year-event"})
    first = dice.stream(bytes.fromhex(LINK_1), CAMPAIGN, "open", 1, d, "alea")
    assert bytes(next(first) for _ in range(32)).hex() == (
        "fbc81738beefcae55bcdfcd72293427fe8b682364c68190cd65fe70bf5f7b4fe"
    )
    source = dice.stream(bytes.fromhex(LINK_1), CAMPAIGN, "open", 1, d, "alea")
    kinds = ["d6", "d10_zero", "d10", "d100", "d6", "d6"]
    assert [dice.next_face(source, kind) for kind in kinds] == [6, 0, 4, 57, 5, 6]


def test_shuffles() -> None:
    d = dice.command_digest({"type": "x"})

    def fresh():
        return dice.stream(LINK_2, CAMPAIGN, "sealed", 2, d, "")

    assert dice.next_face(fresh(), "shuffle:10") == (6, 1, 5, 9, 7, 0, 8, 4, 3, 2)
    order = dice.next_face(fresh(), "shuffle:300")
    assert order[:8] == (279, 157, 172, 42, 116, 4, 53, 152)
    assert sorted(order) == list(range(300))


LEAF = (
    b'{"at":"2026-11-21T20:46:00.123Z","by":"seat:caesarian",'
    b'"campaign":"0193a5a0-0000-7000-8000-000000000001",'
    b'"command":{"type":"civil-war.roll-year-event"},"draws":[{"chain":"open","dice":['
    b'{"die":"d6","face":6,"for":"year event"},{"die":"d10_zero","face":0,"for":"year event"},'
    b'{"die":"d10","face":4,"for":"x"},{"die":"d100","face":57,"for":"x"},'
    b'{"die":"d6","face":5,"for":"x"},{"die":"d6","face":6,"for":"x"}],"link":1,'
    b'"seed":"53c8a666b588e7be6342d9afcde700be1a4a59fa63eb4d4801bdfec30e94f7c9"}],"effects":[],'
    b'"entropy":"alea","for":"","key":"k-1",'
    b'"prev":"abababababababababababababababababababababababababababababababab","seq":2,"v":1}'
)
HASH = "bb0539da6974add6b9e716a4e3efb6cb8271efe3cbc9cf2b66c3a877532145a5"


def test_an_event_is_its_bytes_and_their_leaf_hash() -> None:
    event = record.read_record(LEAF)
    assert record.record_bytes(event) == LEAF
    assert record.record_hash(LEAF) == HASH
    assert record.with_hash(LEAF, HASH).count(HASH.encode()) == 1


def test_a_seal() -> None:
    salt = bytes.fromhex("00112233445566778899aabbccddeeff")
    assert seals.digest(CAMPAIGN, 3, salt, ["Legions", "Swords"]) == (
        "2a1e56d85fdb09736d94b22d1e5743a9c42fd6d99ee8a14a8edc9ba11cfd311d"
    )


def test_a_merkle_root() -> None:
    leaves = [sha256(b"\0" + bytes([i])) for i in range(5)]
    assert merkle.root_of(leaves).hex() == (
        "b855b42d6c30f5b087e05266783fbd6e394f7b926013ccaa67700a8b0c5a596f"
    )
