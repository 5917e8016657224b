#!/usr/bin/env python3
"""The server beside one account of each abusive kind.

    abuse.py check FOVEA [--seconds N] [--assessors N] [--no-memory]
    abuse.py attack KIND FOLDER ADDRESS SECONDS

`check` serves a small track, lets assessors save while each kind goes on for a few seconds, and expects that no save is refused,
that all requests are answered, that memory and disk stay within their limits, and that SIGTERM ends the server within five seconds.
`attack` is one kind alone against a server that runs already (bench/assess.sh); ADDRESS is what it printed, and FOLDER keeps its log-ins.
"""
import argparse
import gzip
import http.client
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import uuid

MEMORY = 64  # MB more
HASH = 64  # MB that a password takes while it is hashed, one at a time
STOP = 5  # seconds
GROUP_MB = 12
ANSWERS = {200, 202, 400, 401, 409, 413, 422, 429, 503, 507}


class Client:
    """A log-in, on a connection of its own."""

    def __init__(self, port, cookie="", csrf=""):
        self.port, self.cookie, self.csrf = port, cookie, csrf
        self.connection = None

    def again(self):
        return Client(self.port, self.cookie, self.csrf)

    def headers(self, kind="application/json"):
        origin = f"http://127.0.0.1:{self.port}"
        return {"Origin": origin, "Cookie": self.cookie, "X-CSRF": self.csrf, "Content-Type": kind}

    def ask(self, method, path, body=None, kind="application/json"):
        """Status and bytes; 0 when the connection was closed."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body)
        try:
            self.connection.request(method, path, data, self.headers(kind))
            answer = self.connection.getresponse()
            answered = answer.status, answer.read()
            if answer.will_close:
                self.close()
            return answered
        except (OSError, http.client.HTTPException):
            self.close()
            return 0, b""

    def close(self):
        if self.connection is not None:
            self.connection.close()
        self.connection = None

    def must(self, method, path, body=None):
        status, answer = self.ask(method, path, body)
        assert status == 200, f"{method} {path}: {status} {answer[:300]}"
        return json.loads(answer)

    def log_in(self, path, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("POST", path, json.dumps(body), self.headers())
        answer = connection.getresponse()
        data = answer.read()
        assert answer.status == 200, f"{path}: {answer.status} {data[:300]}"
        self.cookie = answer.getheader("Set-Cookie").split(";")[0]
        self.csrf = json.loads(data)["csrf"]
        return self


def op():
    return str(uuid.uuid4())


def account(organiser, name, role, group=""):
    body = {"name": name, "role": role}
    if group:
        body["group"] = group
    token = organiser.must("POST", "/api/admin/account", body)["token"]
    return Client(organiser.port).log_in("/api/invite", {"token": token, "password": "a long password of " + name})


class Cast:
    """Who takes part: an organiser, an account that means harm, and one of another group."""

    def __init__(self, port, organiser, abuser, other):
        self.port, self.organiser, self.abuser, self.other = port, organiser, abuser, other

    @staticmethod
    def of(address):
        port = int(address.split(":")[2].split("/")[0])
        organiser = Client(port).log_in("/api/login", {"key": address.strip().split("#key=")[1]})
        for phase in ("topics", "selection", "runs"):
            status, _ = organiser.ask("POST", "/api/admin/phase", {"phase": phase, "act": "open"})
            assert status in (200, 409, 422), status
        return Cast(port, organiser, account(organiser, "mallory", "participant", "Abuse"),
                    account(organiser, "olga", "participant", "Others"))


class Abuse:
    """One kind of abuse, until `over` is set. `prepared` says that it goes on from here, `statuses` what was answered."""

    def __init__(self, cast, over):
        self.cast, self.over = cast, over
        self.prepared = threading.Event()
        self.statuses = {}
        self.lock = threading.Lock()

    def saw(self, status):
        with self.lock:
            self.statuses[status] = self.statuses.get(status, 0) + 1

    def all_at_once(self, *works):
        threads = [threading.Thread(target=work) for work in works]
        self.prepared.set()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def repeat(self, client, method, path, body=None):
        while not self.over.is_set():
            self.saw(client.ask(method, path, body() if callable(body) else body)[0])

    def silently(self, requests):
        """Asks each on a connection of its own and reads nothing."""
        sockets = []
        for client, path in requests:
            some = socket.socket()
            some.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # so that the kernel keeps little of it
            some.connect(("127.0.0.1", client.port))
            some.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{client.port}\r\nCookie: {client.cookie}\r\n\r\n".encode())
            sockets.append(some)
        self.prepared.set()
        self.over.wait()
        for some in sockets:
            some.close()

    # ---- 1: titles and selections that take long ------------------------------------------------------------------

    def proposals(self):
        author = self.cast.abuser
        status, _ = author.ask("POST", "/api/candidates", {"op": op()})
        assert status in (200, 422), status
        first = json.loads(author.ask("GET", "/api/candidates")[1])["candidates"][0]["id"]
        long_title = {"op": op(), "act": "save", "base_version": 0, "fields": {"title": "word " * 4000}}
        status, _ = author.ask("POST", f"/api/candidates/{first}", long_title)
        assert status in (400, 429), f"a title of 20 kB is answered {status}"
        for i in range(50):
            status, answer = author.ask("POST", "/api/candidates", {"op": op()})
            self.saw(status)
            if status != 200 or self.over.is_set():
                break
            place = f"/api/candidates/{json.loads(answer)['id']}"
            fields = {"title": " ".join(f"w{(i * 7 + k) % 90}" for k in range(48))[:200], "narrative": "n " * 4900}
            self.saw(author.ask("POST", place, {"op": op(), "act": "save", "base_version": 0, "fields": fields})[0])
            self.saw(author.ask("POST", place, {"op": op(), "act": "hand_in"})[0])
        mine = [lambda: self.repeat(author.again(), "GET", f"/api/candidates/{first}")] * 8
        self.all_at_once(*mine, *[lambda: self.repeat(self.cast.organiser.again(), "GET", "/api/selection")] * 2)

    # ---- 2: answers that nobody reads -------------------------------------------------------------------------------

    def unread(self):
        author = self.cast.abuser
        author.ask("POST", "/api/candidates", {"op": op()})
        first = json.loads(author.ask("GET", "/api/candidates")[1])["candidates"][0]
        place = f"/api/candidates/{first['id']}"
        version = first["version"]
        for i in range(150):
            fields = {"title": f"tiny {i}", "narrative": "x" * 9000 + str(i), "description": "y" * 9000 + str(i)}
            status, answer = author.ask("POST", place, {"op": op(), "act": "save", "base_version": version, "fields": fields})
            self.saw(status)
            if status != 200:
                break
            version = json.loads(answer)["version"]
        self.silently([(author, place + "/versions")] * 40 + [(author, "/api/article?id=large")] * 40 +
                      [(author, "/page.js")] * 60)

    # ---- 3: a repaired run that is sent again and again -------------------------------------------------------------

    def repaired(self):
        sender = self.cast.abuser
        rows = [f"{t} Q0 d{d} {r + 1} {9000 - r} bad /article[1]/p[{p}]" for t in range(1, 61)
                for r, (d, p) in enumerate((d, p) for d in range(40) for p in range(1, 21))]
        rows.insert(1, "1 Q0 d0 1 8999.5 bad /article[1]")
        body = gzip.compress("\n".join(rows).encode() + b"\n")
        status, answer = sender.ask("POST", "/api/submissions?name=bad&task=focused&result=element", body, "text/plain")
        self.saw(status)
        if status == 422 and b'"id"' in answer:
            number = json.loads(answer)["id"]
            self.all_at_once(*[lambda: self.repeat(sender.again(), "POST", f"/api/submissions/{number}/repaired")] * 4)
        else:
            self.prepared.set()
            self.over.wait()

    # ---- 6: wrong passwords ------------------------------------------------------------------------------------------

    def logins(self):
        def wrong():
            return {"name": f"nobody {uuid.uuid4()}", "password": "a guess, and a long one"}
        self.all_at_once(*[lambda: self.repeat(Client(self.cast.port), "POST", "/api/login", wrong)] * 16)

    # ---- 7: blanks ---------------------------------------------------------------------------------------------------

    def blanks(self):
        body = gzip.compress(b"\n" * (64 << 20))
        threads = [threading.Thread(target=self.send_blanks, args=(body, i)) for i in range(2)]
        self.prepared.set()
        for thread in threads:
            thread.start()
        # Another group does not wait for them.
        good = "\n".join(f"1 Q0 d{d} {d + 1} {90 - d} good /article[1]/p[1]" for d in range(40)).encode() + b"\n"
        status, answer = self.cast.other.ask("POST", "/api/submissions?name=g" + uuid.uuid4().hex[:8] + "&task=thorough&result=element",
                                             good, "text/plain")
        assert status in (200, 422), f"a run of another group is answered {status}: {answer[:300]}"
        self.over.wait()
        for thread in threads:
            thread.join()

    def send_blanks(self, body, number):
        client = self.cast.abuser.again()
        while not self.over.is_set():
            path = f"/api/submissions?name=blank{number}&task=thorough&result=element&replace=1"
            self.saw(client.ask("POST", path, body, "text/plain")[0])

    # ---- 10: silent connections beside an upload ---------------------------------------------------------------------

    def silent(self):
        """One upload after the other, each of which waits in its middle for most of the pause that an upload may make."""
        silent = []
        while not self.over.is_set():
            upload, rest = self.begin_upload()
            self.prepared.set()
            until = time.monotonic() + 20
            while not self.over.is_set() and time.monotonic() < until:
                try:
                    silent.append(socket.create_connection(("127.0.0.1", self.cast.port), timeout=5))
                except OSError:
                    pass
                if len(silent) >= 900:
                    silent.pop(0).close()
            upload.sendall(rest)
            answer = b""
            upload.settimeout(60)
            while piece := upload.recv(65536):
                answer += piece
            assert answer.startswith((b"HTTP/1.1 200", b"HTTP/1.1 422")), f"the upload was driven out: {answer[:200]!r}"
        for each in silent:
            each.close()

    def begin_upload(self):
        """A connection on which a part of a run was sent, and the rest of it."""
        run = "\n".join(f"1 Q0 d{d} {d + 1} {90 - d} good /article[1]/p[2]" for d in range(40)).encode() + b"\n"
        head = f"POST /api/submissions?name=s{uuid.uuid4().hex[:8]}&task=thorough&result=element HTTP/1.1\r\n"
        head += f"Host: 127.0.0.1:{self.cast.port}\r\nConnection: close\r\nContent-Length: {len(run)}\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in self.cast.other.headers("text/plain").items()) + "\r\n"
        upload = socket.create_connection(("127.0.0.1", self.cast.port))
        upload.sendall(head.encode() + run[:100])
        return upload, run[100:]


KINDS = ["proposals", "unread", "repaired", "logins", "blanks", "silent"]


class Assessor(threading.Thread):
    """Saves, one after the other; a cut connection is made again, as a page does."""

    def __init__(self, client, number, over, every):
        super().__init__()
        self.client, self.number, self.over, self.every = client, number, over, every
        item = client.must("GET", f"/api/assignments/{number}/items")["items"][0]
        self.doc, self.sha256, self.version = item["doc"], item["sha256"], item["version"]
        self.times, self.refused = [], []

    def run(self):
        while not self.over.is_set():
            act = {"op": op(), "doc": self.doc, "sha256": self.sha256, "base_version": self.version,
                   "kind": "add" if self.version % 2 == 0 else "remove",
                   "data": {"begin": self.version % 90, "end": self.version % 90 + 7}}
            began = time.monotonic()
            for _ in range(4):
                status, answer = self.client.ask("POST", f"/api/assignments/{self.number}/events", [act])
                if status:
                    break
            self.times.append(time.monotonic() - began)
            if status == 200 and "seq" in json.loads(answer)[0]:
                self.version += 1
            else:
                self.refused.append((status, answer[:200]))
            self.over.wait(self.every)


def resident(process):
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0


def disk(folder):
    return sum(each.stat().st_size for each in pathlib.Path(folder).rglob("*") if each.is_file())


def make_track(fovea, folder, topics):
    (folder / "articles").mkdir()
    for d in range(40):
        paragraphs = "".join("<p>" + " ".join(f"word{(d * 31 + p * 7 + w) % 90}" for w in range(60)) + "</p>" for p in range(20))
        (folder / "articles" / f"d{d}.xml").write_text(f"<article>{paragraphs}</article>")
    large = "".join(f"<p>{'large word ' * 100}{i}</p>" for i in range(7000))
    (folder / "articles" / "large.xml").write_text(f"<article>{large}</article>")
    (folder / "bench.run").write_text("".join(
        f"{t} Q0 d{(t * 7 + k) % 40} {k} {100 - k} bench\n" for t in range(1, topics + 1) for k in range(1, 6)))
    def run(*words):
        return subprocess.run([fovea, *words], cwd=folder, check=True)
    run("catalog", "build", "c.fovea", "articles", "--quiet")
    run("pool", "build", "--size", "5", "--quiet", "--collection", "c.fovea", "-o", "pool.jsonl", "bench.run")
    (folder / "track.toml").write_text(
        f'collection = "c.fovea"\npool = "pool.jsonl"\n[limits]\ngroup_mb = {GROUP_MB}\n[[run]]\nfile = "bench.run"\n')


def start(fovea, folder):
    # In a file: nobody reads what a server prints later.
    out = open(folder / "address", "w")
    process = subprocess.Popen([fovea, "serve", "track.toml", "--port", "0"], cwd=folder, stdout=out)
    while not (address := (folder / "address").read_text()).endswith("\n"):
        assert process.poll() is None, "the server did not start"
        time.sleep(0.05)
    return process, address


def check(options):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_track(options.fovea, folder, options.assessors)
        process, address = start(options.fovea, folder)
        try:
            check_server(options, folder, process, address)
        finally:
            process.kill()


def check_server(options, folder, process, address):
    cast = Cast.of(address)
    done = threading.Event()
    assessors = []
    for i in range(options.assessors):
        client = account(cast.organiser, f"assessor {i}", "assessor")
        given = cast.organiser.must("POST", "/api/admin/assign", {"topic": str(i + 1), "account": f"assessor {i}", "part": "main"})
        assessors.append(Assessor(client, given["id"], done, 0.1))
    for each in assessors:
        each.start()
    time.sleep(1)
    before = resident(process)
    faults = []
    try:
        for kind in options.kinds:
            over = threading.Event()
            abuse = Abuse(cast, over)
            failed = []

            def work():
                try:
                    getattr(abuse, kind)()
                except Exception as fault:  # told below, with its kind
                    failed.append(fault)
                    abuse.prepared.set()

            thread = threading.Thread(target=work)
            thread.start()
            most = before
            end = None
            while end is None or time.monotonic() < end:
                most = max(most, resident(process))
                if end is None and abuse.prepared.is_set():
                    end = time.monotonic() + options.seconds
                time.sleep(0.1)
            over.set()
            thread.join()
            faults += [f"{kind}: {fault!r}" for fault in failed]
            strange = {status: count for status, count in abuse.statuses.items() if status not in ANSWERS}
            if strange and kind != "silent":
                faults.append(f"{kind}: answered with {strange}, beside {abuse.statuses}")
            if options.memory and most > before + MEMORY + (HASH if kind == "logins" else 0):
                faults.append(f"{kind}: {most:.0f} MB of memory, {before:.0f} MB before")
            kept = disk(folder / "track.assess.runs") / (1 << 20)
            if kept > 2 * GROUP_MB:
                faults.append(f"{kind}: the runs of two groups take {kept:.1f} MB, of {GROUP_MB} each")
            refused = [each for assessor in assessors for each in assessor.refused]
            if refused:
                faults.append(f"{kind}: {len(refused)} saves refused, the first: {refused[0]}")
                break
            times = sorted(each for assessor in assessors for each in assessor.times)
            print(f"{kind}: {abuse.statuses}, memory {before:.0f} to {most:.0f} MB, saves {len(times)}, "
                  f"p99 {times[int(0.99 * (len(times) - 1))] * 1000:.0f} ms", flush=True)
            for assessor in assessors:
                assessor.times.clear()
    finally:
        done.set()
        for each in assessors:
            each.join()
    faults += stop_under_load(cast, process)
    subprocess.run([options.fovea, "serve", "verify", str(folder / "track.assess")], check=True, stdout=subprocess.DEVNULL)
    for fault in faults:
        print(f"abuse: {fault}", file=sys.stderr)
    sys.exit(1 if faults else 0)


def stop_under_load(cast, process):
    """Readers ask for what takes long, others for what they do not read, and then the server is told to end."""
    over = threading.Event()

    def until_it_ends(kind):
        try:
            kind(Abuse(cast, over))
        except (OSError, ValueError, AssertionError):
            pass  # the server has gone, as it should

    for kind in (Abuse.proposals, Abuse.unread):
        threading.Thread(target=until_it_ends, args=(kind,), daemon=True).start()
    time.sleep(1)
    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    try:
        code = process.wait(timeout=STOP)
    except subprocess.TimeoutExpired:
        return [f"stop: the server still runs {STOP} s after SIGTERM"]
    finally:
        over.set()
    print(f"stop: {time.monotonic() - began:.1f} s", flush=True)
    return [] if code == 0 else [f"stop: exit code {code}"]


def attack(options):
    kept = pathlib.Path(options.folder) / "abuse.json"
    port = int(options.address.split(":")[2].split("/")[0])
    if kept.exists():
        cast = Cast(port, *[Client(port, *each) for each in json.loads(kept.read_text())])
    else:
        cast = Cast.of(options.address)
        kept.write_text(json.dumps([[each.cookie, each.csrf] for each in (cast.organiser, cast.abuser, cast.other)]))
    over = threading.Event()
    threading.Timer(options.seconds, over.set).start()
    abuse = Abuse(cast, over)
    getattr(abuse, options.kind)()
    print(json.dumps(abuse.statuses))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("check")
    command.add_argument("fovea")
    command.add_argument("--seconds", type=float, default=3)
    command.add_argument("--assessors", type=int, default=6)
    command.add_argument("--no-memory", dest="memory", action="store_false")
    command.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    command.set_defaults(run=check)
    command = commands.add_parser("attack")
    command.add_argument("kind", choices=KINDS)
    command.add_argument("folder")
    command.add_argument("address")
    command.add_argument("seconds", type=float)
    command.set_defaults(run=attack)
    options = parser.parse_args()
    if hasattr(options, "fovea"):
        options.fovea = os.path.abspath(options.fovea)
    options.run(options)


main()
