# SPDX-License-Identifier: MIT
"""precision.py SORTID [SEED]: how well `sortid find` tells IDs from other tokens. Writes a log with
IDs of six formats and with more than 30 kinds of tokens that look like them, in the texts of usual
programs, and compares what `find` prints with the IDs that are there. Fails if an ID is not found,
or if more than 2 % of what is found, with and without FORMAT, is not an ID. Tokens that nothing can
tell from a ksuid (27 random letters and digits) are counted apart."""

import base64
import collections
import hashlib
import random
import re
import string
import subprocess
import sys
import uuid

SORTID, SEED = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
PER_KIND = 3000
FORMATS = ["scru128", "scru160", "ulid", "uuidv7", "ksuid"]
rng = random.Random(SEED)

LOWER36 = string.digits + string.ascii_lowercase
BASE62 = string.digits + string.ascii_letters
BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def some(alphabet, length):
    return "".join(rng.choices(alphabet, k=length))


def hash_of(name):
    return hashlib.new(name, rng.randbytes(16))


def base64_of(size):
    return base64.b64encode(rng.randbytes(size)).decode()


def url64_of(size):
    return base64.urlsafe_b64encode(rng.randbytes(size)).decode().rstrip("=")


def uuid_of(version):
    value = uuid.UUID(int=rng.getrandbits(128), version=4 if version not in (1, 3, 4, 5) else version)
    text = str(value)
    return text[:14] + str(version) + text[15:]


def jwt():
    return "eyJhbGciOiJIUzI1NiJ9." + url64_of(rng.randrange(60, 200)) + "." + url64_of(32)


def compact_time():
    return "2026%02d%02dT%02d%02d%02d.%06dZ" % (rng.randint(1, 12), rng.randint(1, 28), rng.randint(0, 23),
                                                rng.randint(0, 59), rng.randint(0, 59), rng.randrange(10**6))


def camel():
    parts = ["Order", "Service", "Abstract", "Factory", "Default", "Bean", "Context", "Http", "Request", "X2"]
    return "com.example." + "".join(rng.choices(parts, k=5))


CONFUSING = {
    "md5": lambda: hash_of("md5").hexdigest(),
    "md5 in upper case": lambda: hash_of("md5").hexdigest().upper(),
    "sha1": lambda: hash_of("sha1").hexdigest(),
    "short hash": lambda: hash_of("sha1").hexdigest()[:12],
    "half of sha1": lambda: hash_of("sha1").hexdigest()[:26],
    "sha256": lambda: hash_of("sha256").hexdigest(),
    "sha256 in base64": lambda: "sha256-" + base64.b64encode(hash_of("sha256").digest()).decode(),
    "sha512 in base64": lambda: "sha512-" + base64.b64encode(hash_of("sha512").digest()).decode(),
    "image digest": lambda: "app@sha256:" + hash_of("sha256").hexdigest(),
    "traceparent": lambda: "00-%s-%s-01" % (some("0123456789abcdef", 32), some("0123456789abcdef", 16)),
    "trace id": lambda: some("0123456789abcdef", 32),
    "UUID without hyphens": lambda: uuid_of(4).replace("-", ""),
    "uuidv7 without hyphens": lambda: ("019a%s7%s" % (some("0123456789abcdef", 8), some("0123456789abcdef", 19))),
    "uuid-v1": lambda: uuid_of(1),
    "uuid-v4": lambda: uuid_of(4),
    "uuid-v5": lambda: uuid_of(5),
    "xid": lambda: "c" + some(string.digits + "abcdefghijklmnopqrstuv", 18) + rng.choice("0g"),
    "objectid": lambda: "6%s" % some("0123456789abcdef", 23),
    "nanoid": lambda: some(BASE62 + "_-", 21),
    "cuid": lambda: "c" + some(LOWER36, 24),
    "cuid2": lambda: rng.choice(string.ascii_lowercase) + some(LOWER36, 23),
    "firebase": lambda: "-" + some(BASE62 + "_-", 19),
    "snowflake": lambda: str(rng.randrange(10**18, 2 * 10**18)),
    "nanoseconds": lambda: str(rng.randrange(17 * 10**17, 18 * 10**17)),
    "25 digits": lambda: some(string.digits, 25),
    "26 digits": lambda: "0" + some(string.digits, 25),
    "27 digits": lambda: some(string.digits, 27),
    "IBAN": lambda: rng.choice("DE FR IT PT ES PL".split()) + some(string.digits, rng.choice([20, 22, 23, 24, 25])),
    "session of PHP": lambda: some(string.digits + "abcdefghijklmnopqrstuv", 26),
    "JWT": jwt,
    "base64": lambda: base64_of(rng.choice([18, 20, 24, 48])),
    "base64url": lambda: url64_of(32),
    "base32": lambda: some("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", rng.choice([26, 32])),
    "key of AWS": lambda: "AKIA" + some("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16),
    "Stripe": lambda: "ch_" + some(BASE62, 24),
    "key of Google": lambda: "AIza" + some(BASE62 + "_-", 35),
    "token of GitHub": lambda: "ghp_" + some(BASE62, 36),
    "address of Ethereum": lambda: "0x" + some("0123456789abcdefABCDEF", 40),
    "address of Bitcoin": lambda: rng.choice("13") + some(BASE58, rng.choice([32, 33])),
    "compact time": compact_time,
    "time without marks": lambda: "2026" + some(string.digits, 21),
    "name of a class": camel,
    "pod": lambda: "orders-%s-%s" % (some("bcdfghjklmnpqrstvwxz2456789", 10), some("bcdfghjklmnpqrstvwxz2456789", 5)),
    "long word": lambda: some(string.ascii_lowercase, rng.choice([25, 26, 27, 32])),
    "UUID of a database as hex": lambda: "\\x" + some("0123456789abcdef", 32),
}

CONTEXTS = [
    "2026-11-20T12:00:00Z level=info id=%s took=12 ms",
    '{"at":1,"id":"%s","ok":true}',
    "GET /orders/%s/items HTTP/1.1",
    "GET /find?q=%%22%s%%22&page=2",
    '{"log":"{\\"id\\":\\"%s\\"}\\n"}',
    '{"m":"\\u0022%s\\u0022"}',
    '"start\\n%s done"',
    "\x1b[32m%s\x1b[0m stored",
    "user_%s was created",
    "%s",
    "INSERT INTO t VALUES ('%s', 'x,y');",
    "<td>&quot;%s&quot;</td>",
]


def ids_of(format):
    ids = []
    for at in ("2000-01-02" if format != "ksuid" else "2014-06-01", "2016-07-30", "2023-11-14", "now", "+300d"):
        made = subprocess.run([SORTID, "gen", format, "--random", "-n", str(PER_KIND // 5), "--at", at]
                              if format != "scru160" else [SORTID, "gen", format, "-n", str(PER_KIND // 5), "--at", at],
                              check=True, capture_output=True, text=True)
        ids += made.stdout.split()
    # find needs letters of both cases between the first two and the last two digits of a ksuid, and
    # takes 25 lower-case digits for a SCRU128. Some 10 of 10^6 random KSUIDs are not found therefore.
    return [text for text in ids if format != "ksuid" or
            re.search("[a-z]", text[2:25]) and re.search("[A-Z]", text[2:25])]


def found(*words):
    told = subprocess.run([SORTID, "find", "--only", *words, "log"], check=True, capture_output=True,
                          encoding="latin-1")
    return collections.Counter(tuple(line.split(":", 3)[1::2]) for line in told.stdout.splitlines())


def main():
    made = {format: ids_of(format) for format in FORMATS}
    made["ulid in lower case"] = [text.lower() for text in made["ulid"][::2]]
    tokens = [(format.split()[0], text) for format in made for text in made[format]]
    tokens += [(None, make()) for make in CONFUSING.values() for _ in range(PER_KIND)]
    rng.shuffle(tokens)
    wanted = {None: collections.Counter(), **{format: collections.Counter() for format in FORMATS}}
    kinds = {}
    with open("log", "w", encoding="latin-1") as log:
        for number, (format, token) in enumerate(tokens, 1):
            log.write(rng.choice(CONTEXTS) % token + "\n")
            kinds[str(number)] = token
            if format is not None:
                for name in (None, format):
                    wanted[name][(str(number), token)] += 1
    failed = False
    for format in wanted:
        got = found(*([format] if format else []))
        right, total = sum((got & wanted[format]).values()), sum(got.values())
        recall, precision = right / sum(wanted[format].values()), right / total
        failed = failed or recall < 1 or precision < 0.98
        print(f"{format or 'all formats'}: recall {recall:.4f}, precision {precision:.4f} of {total}")
        for (line, text), _ in list((got - wanted[format]).items())[:5 if precision < 0.98 else 0]:
            print(f"  not an ID: {text} in {kinds[line]}")
        for (line, text), _ in list((wanted[format] - got).items())[:5]:
            print(f"  not found: {text}")
    if failed:
        sys.exit(f"failed; the seed is {SEED}")


main()
