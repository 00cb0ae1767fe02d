"""Whom limits count, and whose word on it is taken."""

import ipaddress
import re
from pathlib import Path

import httpx
import pytest
import yaml

from iacta.service.app import create_app
from iacta.service.errors import Unusable
from iacta.service.http.address import Proxies, counted
from iacta.service.settings import Limits, Settings, from_environment
from tests.support.servers import RATES, app_of, running

ONE = Limits(creations_per_minute=1, rates=RATES)
BODY = {"system": "tally", "scenario": "short", "name": "x", "visibility": "public"}


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_an_address_counts_by_itself_and_that_of_ipv6_by_its_network(
    host: str, expected: str
) -> None:
    assert counted(host) == expected


FORWARDED = {
    "nobody is named": ([], "192.0.2.1", ["198.51.100.1"], "192.0.2.1"),
    "another is named": (["192.0.2.2"], "192.0.2.1", ["198.51.100.1"], "192.0.2.1"),
    "by address": (["192.0.2.1"], "192.0.2.1", ["198.51.100.1"], "198.51.100.1"),
    "by network": (["192.0.2.0/24"], "192.0.2.1", ["198.51.100.1"], "198.51.100.1"),
    "mapped": (["192.0.2.1"], "::ffff:192.0.2.1", ["198.51.100.1"], "198.51.100.1"),
    "what it was sent may be made up": (
        ["192.0.2.1"], "192.0.2.1", ["10.0.0.1, 198.51.100.1"], "198.51.100.1"
    ),
    "in two headers": (
        ["192.0.2.1"], "192.0.2.1", ["10.0.0.1", "198.51.100.1"], "198.51.100.1"
    ),
    "two proxies": (
        ["192.0.2.0/24"], "192.0.2.1", ["10.0.0.1, 198.51.100.1, 192.0.2.7"], "198.51.100.1"
    ),
    "proxies alone": (["192.0.2.0/24"], "192.0.2.1", ["192.0.2.9, 192.0.2.7"], "192.0.2.9"),
    "no address": (["192.0.2.1"], "192.0.2.1", ["198.51.100.1, unknown"], "192.0.2.1"),
    "empty": (["192.0.2.1"], "192.0.2.1", [""], "192.0.2.1"),
    "no header": (["192.0.2.1"], "192.0.2.1", [], "192.0.2.1"),
    "IPv6": (["2001:db8::1"], "2001:db8::1", ["2001:db8:1::5"], "2001:db8:1::5"),
}  # fmt: skip


@pytest.mark.parametrize("case", FORWARDED)
def test_a_forwarded_address_is_believed_from_named_proxies_alone(case: str) -> None:
    named, host, told, expected = FORWARDED[case]
    headers = [(b"x-forwarded-for", one.encode()) for one in told]
    assert Proxies(named).client(host, headers) == expected


@pytest.mark.parametrize("named", ["*", "proxy", "192.0.2.0/33", "192.0.2.1/24"])
def test_a_proxy_is_named_by_address_or_network(named: str) -> None:
    with pytest.raises(Unusable, match="IACTA_PROXIES"):
        create_app(Settings(proxies=(named,)))


def test_proxies_come_from_the_environment() -> None:
    given = {"IACTA_PROXIES": "192.0.2.1, 198.51.100.0/24 2001:db8::/64"}
    assert from_environment(given).proxies == ("192.0.2.1", "198.51.100.0/24", "2001:db8::/64")
    assert from_environment({"FORWARDED_ALLOW_IPS": "*"}).proxies == ()


ASKED: list[tuple[dict[str, str], str]] = [
    ({}, "http://inner:8000"),
    ({"Proto": "https"}, "https://inner:8000"),
    ({"Proto": "HTTPS, http", "Host": "iacta.example, inner"}, "https://iacta.example"),
    ({"Host": "[2001:db8::1]:8443"}, "http://[2001:db8::1]:8443"),
    ({"Proto": "javascript", "Host": 'x"><b>'}, "http://inner:8000"),
]
PREVIEW = "/c/0193a5a0-0000-7000-8000-000000000099/1"


@pytest.mark.parametrize("proxies", [(), ("127.0.0.1",)])
def test_a_preview_has_the_address_that_its_reader_asked_for(
    proxies: tuple[str, ...], tmp_path: Path
) -> None:
    """As named proxies tell it, and nobody else."""
    app = app_of(tmp_path / "data", proxies=proxies)
    with running(app) as server, httpx.Client(base_url=server.url) as http:
        for told, expected in ASKED:
            said = {f"X-Forwarded-{name}": value for name, value in told.items()}
            text = http.get(PREVIEW, headers={"Host": "inner:8000", **said}).text
            url, image = re.findall('"og:(?:url|image)" content="([^"]+)"', text)
            here = expected if proxies else "http://inner:8000"
            assert url == here + PREVIEW
            assert image.startswith(f"{here}/assets/")


def test_compose_names_its_proxy_and_nobody_else() -> None:
    compose = yaml.safe_load((Path(__file__).parents[2] / "compose.yaml").read_text())
    (proxy,) = compose["services"]["service"]["environment"]["IACTA_PROXIES"].split()
    assert compose["services"]["proxy"]["networks"]["front"]["ipv4_address"] == proxy
    (front,) = compose["networks"]["front"]["ipam"]["config"]
    address = ipaddress.ip_address(proxy)
    assert address in ipaddress.ip_network(front["subnet"])
    assert address not in ipaddress.ip_network(front["ip_range"]), "no worker is given it"
    assert "FORWARDED_ALLOW_IPS" not in str(compose)


@pytest.mark.parametrize("proxies", [(), ("127.0.0.1",)])
def test_a_made_up_address_does_not_evade_a_rate(
    proxies: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a real socket: the HTTP server believes nobody of its own accord."""
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    app = app_of(tmp_path / "data", limits=ONE, proxies=proxies)
    with running(app) as server, httpx.Client(base_url=server.url) as http:
        codes = [
            http.post(
                "/v1/campaigns", json=BODY, headers={"X-Forwarded-For": f"198.51.100.{number}"}
            ).status_code
            for number in range(3)
        ]
    assert codes == ([201] * 3 if proxies else [201, 429, 429])
