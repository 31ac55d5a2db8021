"""Repositories that the tests build."""

import os
import subprocess

ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_SYSTEM": "/dev/null",
}


def git(folder, *arguments, given=None):
    done = subprocess.run(
        ["git", "-c", "protocol.file.allow=always", *arguments],
        cwd=folder,
        env=ENVIRONMENT,
        input=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode().strip()


def source(method, value=31):
    return (
        "package shop;\n\npublic class Cart {\n    private int seed;\n\n"
        f"    int {method}(int[] values) {{\n        int sum = seed;\n        for (int value : values) {{\n"
        f"            sum += value * {value};\n        }}\n        return sum;\n    }}\n}}\n"
    )


def make(folder, commits, module="Cart.java", renames=1):
    """A history in which a method gets another name in every `renames`th commit."""
    os.makedirs(folder, exist_ok=True)
    git(folder, "init", "-q", "-b", "main")
    lines = []
    for number in range(commits):
        text = source(f"total{number // renames}", 31 + number).encode()
        message = f"commit {number}".encode()
        lines.append(
            b"commit refs/heads/main\n"
            + f"author Ada <ada@example.org> {1500000000 + number * 3600} +0200\n".encode()
            + f"committer Ben <ben@example.org> {1500000000 + number * 3600} -0330\n".encode()
            + b"data %d\n%s\n" % (len(message), message)
            + b"M 100644 inline src/%s\ndata %d\n%s\n" % (module.encode(), len(text), text)
        )
    git(folder, "fast-import", "--quiet", given=b"".join(lines))
    git(folder, "reset", "-q", "--hard")
    return str(folder)
