"""Every effect and every change of a game has something that folds it."""

import importlib
from typing import get_args

import pytest

from iacta.service.systems import discover


@pytest.mark.parametrize("key", ["civil-war", "de-bello-punico", "naval-battle"])
def test_every_effect_is_folded(key: str) -> None:
    system = discover()[key]
    folds = importlib.import_module(f"iacta.domain.{key.replace('-', '_')}.evolve")._FOLDS
    shapes = {*get_args(system.effect_type), *get_args(system.change_type)}
    assert folds.keys() | {shape for shape in shapes if shape.__name__ == "Began"} == shapes
