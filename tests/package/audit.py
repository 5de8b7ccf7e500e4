"""Ask pip-audit whether known vulnerabilities are in the libraries that are installed here.

python tests/package/audit.py

Exit code 0: none is known; 1: some are, and are listed; 2: pip-audit failed. A database that cannot be
reached is no fault of the project: that is said, with exit code 0, and nothing was checked.
"""

import json
import subprocess
import sys

UNREACHED = "Connection", "Max retries", "Temporary failure", "ServiceError", "timed out", "HTTPError"


def main() -> int:
    """Run pip-audit and tell what it found."""
    command = [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off"]
    done = subprocess.run([*command, "--skip-editable", *sys.argv[1:]], capture_output=True, text=True)
    code, text = verdict(done.stdout, done.stderr)
    print(text)
    return code


def verdict(output: str, errors: str) -> tuple[int, str]:
    """The exit code and the words for what pip-audit wrote."""
    try:
        found = json.loads(output)["dependencies"]
    except (ValueError, KeyError, TypeError):
        last = errors.strip().splitlines()[-1:] or ["it wrote nothing"]
        if any(word in errors for word in UNREACHED):
            return 0, f"NOT CHECKED: the database of vulnerabilities cannot be reached ({last[0][:200]})"
        return 2, f"pip-audit failed: {errors.strip() or last[0]}"
    bad = [f"{each['name']} {each['version']}: {listed(each)}" for each in found if each.get("vulns")]
    skipped = [f"{each['name']}: {each['skip_reason']}" for each in found if "skip_reason" in each]
    if len(skipped) == len(found):
        return 0, f"NOT CHECKED: the database knows none of {len(found)} libraries (a mirror of PyPI?)"
    checked = f"{len(found) - len(skipped)} libraries checked, {len(bad)} with known vulnerabilities"
    return bool(bad), "\n".join([*skipped, *bad, checked])


def listed(library: dict) -> str:
    """The vulnerabilities of a library, and the versions that mend them."""
    return "; ".join(
        f"{each['id']}, mended in {', '.join(each['fix_versions']) or 'no version yet'}"
        for each in library["vulns"]
    )


if __name__ == "__main__":
    sys.exit(main())
