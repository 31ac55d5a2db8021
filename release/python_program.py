"""Puts the program itself into a wheel, in place of the command that starts Python first.

    python release/python_program.py WHEEL PROGRAM...
"""

import base64
import hashlib
import os
import sys
import zipfile


def main() -> None:
    wheel, programs = sys.argv[1], sys.argv[2:]
    with zipfile.ZipFile(wheel) as old:
        entries = [(info, old.read(info)) for info in old.infolist()]
    (record,) = [info.filename for info, _ in entries if info.filename.endswith(".dist-info/RECORD")]
    folder = record.split(".dist-info/")[0]
    kept = [(i, d) for i, d in entries if not i.filename.endswith(("/RECORD", "/entry_points.txt"))]
    stamp = kept[0][0].date_time
    for program in programs:
        info = zipfile.ZipInfo(f"{folder}.data/scripts/{os.path.basename(program)}", stamp)
        info.external_attr = 0o100755 << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        with open(program, "rb") as file:
            kept.append((info, file.read()))
    lines = []
    for info, data in kept:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{info.filename},sha256={digest},{len(data)}")
    listed = zipfile.ZipInfo(record, stamp)
    listed.external_attr = 0o100644 << 16
    listed.compress_type = zipfile.ZIP_DEFLATED
    with zipfile.ZipFile(f"{wheel}.new", "w", zipfile.ZIP_DEFLATED) as new:
        for info, data in kept:
            new.writestr(info, data)
        new.writestr(listed, "\n".join([*lines, f"{record},,"]) + "\n")
    os.replace(f"{wheel}.new", wheel)


if __name__ == "__main__":
    main()
