"""As much of curl as the README uses, for machines that have none."""

import sys
import urllib.error
import urllib.request


def main(arguments: list[str]) -> None:
    """Fetch one address and print the answer."""
    headers, data, url = {}, None, ""
    rest = iter(arguments)
    for one in rest:
        if one == "-s":
            continue
        if one == "-H":
            name, _, value = next(rest).partition(": ")
            headers[name] = value
        elif one == "-d":
            data = next(rest).encode()
        else:
            url = one
    request = urllib.request.Request(url, data=data, headers=headers)
    try:
        answer = urllib.request.urlopen(request, timeout=30)
    except urllib.error.HTTPError as error:
        answer = error
    sys.stdout.buffer.write(answer.read())


if __name__ == "__main__":
    main(sys.argv[1:])
