"""What can be read of a campaign, by the contract: what is new is read wherever all are."""

import json
from pathlib import Path

CONTRACT = Path(__file__).parents[2] / "openapi" / "openapi.json"
CAMPAIGN = "/v1/campaigns/{campaign_id}"
STREAM = "/stream"
"""The reading that does not end."""
READINGS = tuple(
    path.removeprefix(CAMPAIGN).replace("{seq}", "2")
    for path, operations in json.loads(CONTRACT.read_bytes())["paths"].items()
    if path.startswith(CAMPAIGN) and "get" in operations and not path.endswith(STREAM)
)
"""The paths of those that end, after the campaign's own; of the events the second is read."""
