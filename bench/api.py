"""Generated requests to the API: their number, the statuses of the responses, the seconds.

usage: .venv/bin/python bench/api.py [--cases 10000]
    script/postgres -- .venv/bin/python bench/api.py --cases 2000     the same on PostgreSQL

The requests are those of tests/unit/api/test_made_up.py, against events in every state, with a valid token and
an invalid one in one of sixteen. A 5xx, or a response that the API's description lacks, fails with the command that
repeats the request.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEST = "tests/unit/api/test_made_up.py"
REPORTED_LINE = re.compile(r"^ +(?P<operation>[A-Z]+ /\S+): (?P<count>\d+) requests \((?P<statuses>[^)]+)\)$", re.M)


def run_contract_tests(cases: int) -> tuple[int, str]:
    """Run the test with ``cases`` requests. Returns: pytest's exit status and its output."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", TEST]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "FOSSATO_API_CASES": str(cases)}, capture_output=True, text=True
    )
    return done.returncode, done.stdout + done.stderr


def main() -> int:
    """Print the figures. Returns: the exit status of the run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=10_000, help="how many requests in all (default: %(default)s)")
    began = time.perf_counter()
    status, output = run_contract_tests(parser.parse_args().cases)
    seconds = time.perf_counter() - began
    statuses: Counter[str] = Counter()
    total = 0
    for match in REPORTED_LINE.finditer(output):
        total += int(match["count"])
        print(f"{match['count']:>7}  {match['operation']}  {match['statuses']}")
        for count_of_status in match["statuses"].split(", "):
            code, _sep, count = count_of_status.partition(": ")
            statuses[code] += int(count)
    print(
        f"{total} requests in {seconds:.0f} s; " + ", ".join(f"{code}: {statuses[code]}" for code in sorted(statuses))
    )
    print(f"5xx: {sum(count for code, count in statuses.items() if code.startswith('5'))}")
    if status:
        print(output[-4000:], file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
