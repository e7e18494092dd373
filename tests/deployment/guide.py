"""Run the commands of deploy/README.md in one shell, as they stand there; then play an event on the site they made.

Called by ``script/deployment-smoke`` with the system's Python: the standard library alone.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "deploy" / "README.md"
#: By the beginning of a command that cannot run without the internet or a person: what stands in for it.
STAND_INS = {
    "REPOSITORY=": "REPOSITORY={clone}",
    "NAME=": "NAME={name}",
    "sudo certbot ": (
        'mkdir -p "/etc/letsencrypt/live/$NAME" && openssl req -x509 -newkey rsa:2048 -nodes -days 30 '
        '-subj "/CN=$NAME" -addext "subjectAltName=DNS:$NAME" -keyout "/etc/letsencrypt/live/$NAME/privkey.pem" '
        '-out "/etc/letsencrypt/live/$NAME/fullchain.pem" 2>/dev/null && '
        'cp "/etc/letsencrypt/live/$NAME/fullchain.pem" /usr/local/share/ca-certificates/fossato-smoke.crt && '
        "update-ca-certificates >/dev/null"
    ),
}
#: What the guide asks a person to fill in, before the settings are first read.
FILLED_IN = {
    "FOSSATO_EMAIL_URL": "filemail:////var/lib/fossato/mail",
    "FOSSATO_CONTROLLER": "Fossato",
    "FOSSATO_PURPOSES": "Campionato",
}
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def commands(text: str) -> list[str]:
    """Return the commands of the guide's blocks, in order; a line that ends with a backslash goes on."""
    lines = "".join(BLOCK.findall(text)).replace("\\\n", " ").splitlines()
    return [line for line in lines if line.strip()]


def standing_in(command: str, clone: str, name: str) -> str:
    """Return the command itself, or what stands in for it here."""
    for beginning, instead in STAND_INS.items():
        if command.startswith(beginning):
            return instead.replace("{clone}", clone).replace("{name}", name)
    return command


def script(text: str, clone: str, name: str) -> str:
    """Return the whole guide as one script of bash, which prints each command and ends at the first that fails."""
    lines = ["set -eo pipefail"]
    for number, command in enumerate(commands(text), 1):
        if command.startswith("sudo -u fossato bash -c") and "manage.py migrate" in command:
            lines += [f"sed -i 's#^{key}=.*#{key}={value}#' /etc/fossato.env" for key, value in FILLED_IN.items()]
            # A Referent's token needs a second factor, which a program of this test does not set up.
            lines.append("echo FOSSATO_STAFF_SECOND_FACTOR=off >>/etc/fossato.env")
            lines.append("install -d -o fossato -g fossato -m 750 /var/lib/fossato /var/lib/fossato/mail")
        run = standing_in(command, clone, name)
        shown = command if run == command else f"{command}   (stand-in)"
        lines += [f"printf '%s\\n' {_quoted(f'[{number}] $ {shown}')}", run]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def main(clone: str, name: str) -> int:
    """Run the guide, then the event. Returns: the exit status."""
    done = subprocess.run(["bash", "-c", script(GUIDE.read_text(), clone, name)], check=False)
    if done.returncode:
        print(f"The guide stopped with status {done.returncode}.", file=sys.stderr)
        return done.returncode
    print("== every command of the guide ran; an event of 13 players through the proxy")
    return subprocess.run(["bash", str(ROOT / "tests" / "deployment" / "event"), name], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
