"""What a campaign or a seat may be called.

Checked where a name is given, and nowhere else: what is already recorded folds, is decided again
and is imported as before.
"""

import unicodedata

from iacta.domain.kernel.proof.errors import Invalid

UNSEEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""general categories: controls (of direction, too), unassigned, private use, surrogates, breaks"""
IGNORABLE = frozenset(
    map(
        chr,
        (
            0x034F,
            *(0x115F, 0x1160, 0x3164, 0xFFA0),
            *(0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F),
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ),
    )
)
"""letters and marks that are Default_Ignorable_Code_Point to Unicode: nothing is drawn for them"""
BRAILLE_BLANK = "\N{BRAILLE PATTERN BLANK}"


def check_name(name: str, pointer: str) -> None:
    """`Invalid`, at ``pointer``, for a name that does not look like what it is.

    Refused are invisible characters, controls of direction, characters that are not assigned,
    blanks alone or at either end, and text that is not in Unicode's form NFC.
    """
    for one in name:
        if unicodedata.category(one) in UNSEEN or one in IGNORABLE:
            detail = f"U+{ord(one):04X} is invisible or unassigned: a name cannot hold it"
            raise Invalid(detail, pointer=pointer)
    if name and all(map(_is_blank, name)):
        raise Invalid("a name cannot be blank", pointer=pointer)
    if name and (_is_blank(name[0]) or _is_blank(name[-1])):
        raise Invalid("a name cannot begin or end with a blank", pointer=pointer)
    if not unicodedata.is_normalized("NFC", name):
        raise Invalid("a name must be in Unicode's form NFC", pointer=pointer)


def _is_blank(one: str) -> bool:
    return unicodedata.category(one) == "Zs" or one == BRAILLE_BLANK
