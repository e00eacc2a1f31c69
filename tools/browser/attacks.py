"""What the server has to refuse or bear, asked over sockets as anybody may."""
import base64
import http.client
import json
import os
import re
import socket
import subprocess
import time
import urllib.parse

from served import ROOT

NAUGHTY = os.path.join(os.path.dirname(ROOT), "shared/data/naughty-blns/blns.base64.json")
# Where that list is missing: what breaks markup, addresses, terms, numbers, lines and encodings.
SOME = [
    "", "undefined", "NaN", "-1e999", "0x0", "1,000.00", "\u202e123", "\ufeff", "\x00", "\x7f",
    "<script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "javascript:alert(1)",
    "';DROP TABLE lines;--", "$(touch x)", "../../../etc/passwd", "%s%n%x", "{{7*7}}",
    "田中さん", "ﷺ" * 9, "Ṱ̺̺̕o͞ ̷i̲̬", "👩‍👩‍👧‍👦", "\r\nSet-Cookie: a=b", "cat:(", "amt:>", "%00",
]


def attack(site):
    """What the server itself has to refuse, and nothing behind it sees."""
    faults = []

    def expect(what, status, method="GET", target="/", body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=20)
        try:
            connection.request(method, target, body, dict({"Cookie": site.cookie}, **headers or {}))
            found = connection.getresponse().status
        except (ConnectionError, http.client.HTTPException):
            found = 0
        if found not in status:
            faults.append(f"{what}: {found}, not {status}")
        connection.close()

    expect("another host", [421], headers={"Host": "evil.example"})
    expect("another origin", [403], "POST", "/do/add", "a=1", {"Origin": "http://evil.example"})
    expect("a large body", [413], "POST", "/do/add", "x" * 100_000)
    expect("a huge body", [413, 0], "POST", "/do/add", "x" * 20_000_000)
    expect("large headers", [400, 431, 0], headers={"X": "x" * 40_000})
    expect("many headers", [400, 431, 0], headers={f"X-{i}": "x" for i in range(400)})
    expect("a file", [404], target="/../../etc/passwd")
    expect("another method", [405], "DELETE")
    expect("no cookie", [401], headers={"Cookie": ""})
    expect("listening without a cookie", [401], target="/live", headers={"Cookie": ""})
    expect("the feed without its token", [401], target="/feed/tasks.ics")
    expect("metrics without their token", [401], target="/metrics")
    expect("a route with a cookie alone", [401], target="/api/list")
    expect("a file without a cookie", [413], "POST", "/import", "x" * 100_000, {"Cookie": ""})
    parts = '--XyZ\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
    expect(
        "an entry with a file without a cookie", [401], "POST", "/do/add", parts + "x" * 1_000_000,
        {"Cookie": "", "Content-Type": "multipart/form-data; boundary=XyZ"})
    expect("a file that is too large", [413], "POST", "/import", "x" * 9_000_000)
    expect("a file that is no form", [400], "POST", "/import", "x" * 1_000_000)
    expect("the description", [200], target="/api/openapi.json", headers={"Cookie": ""})
    expect("a page", [200])
    expect("a token that was used by another server", [401], target="/?token=" + "0" * 64)

    def raw(lines):
        with socket.create_connection(("127.0.0.1", site.port), timeout=20) as link:
            head = lines + [f"Cookie: {site.cookie}", "Connection: close", "", ""]
            link.sendall("\r\n".join(head).encode())
            answer = b""
            while part := link.recv(65_536):
                answer += part
        head, _, body = answer.partition(b"\r\n\r\n")
        return head.decode(), body

    host = f"Host: 127.0.0.1:{site.port}"
    for hosts in [[host, host], ["Host: evil.example", host], [host, "Host: evil.example"]]:
        head, _ = raw(["GET /tasks HTTP/1.1"] + hosts)
        if not head.startswith("HTTP/1.1 400 "):
            faults.append(f"two hosts: {head.splitlines()[0]}")
    head, _ = raw(["POST /do/add HTTP/1.1", host, "Transfer-Encoding: xchunked"])
    if not head.startswith("HTTP/1.1 501 "):
        faults.append(f"another coding: {head[:40]!r}")
    # One of HTTP/1.0 ends without being told to.
    with socket.create_connection(("127.0.0.1", site.port), timeout=20) as link:
        link.sendall(f"GET /tasks HTTP/1.0\r\n{host}\r\nCookie: {site.cookie}\r\n\r\n".encode())
        answer = b""
        while part := link.recv(65_536):
            answer += part
        if not answer.startswith(b"HTTP/1.1 200 ") or b"</html>" not in answer:
            faults.append(f"HTTP/1.0: {answer[:40]!r}")
    for target in ["/tasks", "/style-15.css", "/nowhere"]:
        _, whole = raw([f"GET {target} HTTP/1.1", host])
        head, body = raw([f"HEAD {target} HTTP/1.1", host])
        length = re.search(r"(?i)content-length: *(\d+)", head)
        # Keys of forms are as long each time.
        if body or not length or int(length[1]) != len(whole):
            faults.append(f"HEAD {target}: {head!r}, {len(whole)} bytes otherwise")
    head, body = raw(["HEAD /live HTTP/1.1", host])
    if body or "nosniff" not in head or "default-src 'none'" not in head:
        faults.append(f"the stream: {head!r}")
    return faults


def remote(site):
    """What `ledger call --remote` is told is what the ledger tells beside the server."""
    faults = []

    def ask(token, *words):
        variables = dict(site.ledger.environment, LEDGER_TOKEN=token)
        ran = subprocess.run(
            [os.path.join(site.ledger.programs, "ledger"), "call", *words, "-O", "json"],
            env=variables, capture_output=True, text=True, timeout=60, check=False)
        return ran.returncode, ran.stdout, ran.stderr

    there = ["--remote", f"http://127.0.0.1:{site.port}"]
    for words in [["list", '{"limit":3}'], ["list", '{"limt":3}'], ["lst"], ["list", "["],
                  ["amend", '{"id":"99999999","note":"x"}']]:
        own, other = ask("", *words), ask(site.token, *words, *there)
        if own[:2] != other[:2] or json.loads(own[2] or "{}").get("error", {}).get("code") != \
                json.loads(other[2] or "{}").get("error", {}).get("code"):
            faults.append(f"ledger call {words}: {own} here, {other} there")
    code, _, errors = ask("0" * 64, "list", *there)
    if code != 1 or json.loads(errors)["error"]["code"] != "token":
        faults.append(f"ledger call with a wrong token: {code} {errors}")
    code, _, errors = ask(site.token, "list", "--remote", "http://127.0.0.1:1")
    if code != 3:
        faults.append(f"ledger call of nobody: {code} {errors}")
    return faults


def over_socket(ledger):
    """What a server that listens on a socket answers there: who has the token, and nobody else."""
    faults = []
    place = ledger.folder + ".sock"
    # One that is left of a server before is no hindrance.
    with socket.socket(socket.AF_UNIX) as old:
        old.bind(place)
    process = subprocess.Popen(
        [os.path.join(ledger.programs, "ledger-serve"), "--ledger", ledger.folder,
         "--socket", place], stdout=subprocess.PIPE, text=True, env=ledger.environment)
    found = None
    try:
        for line in process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:80(/\?token=\w+)", line):
                break
        if found is None:
            return ["over a socket: nothing listens"]

        def ask(target, cookie="", host="localhost"):
            with socket.socket(socket.AF_UNIX) as link:
                link.settimeout(20)
                link.connect(place)
                link.sendall(f"GET {target} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n"
                             "Connection: close\r\n\r\n".encode())
                answer = b""
                while part := link.recv(65_536):
                    answer += part
            return answer.decode()

        entered = ask(found[1])
        cookie = re.search(r"(?i)set-cookie: ([^;]*)", entered)
        for what, status, answer in [
            ("a page", 200, ask("/tasks", cookie[1] if cookie else "")),
            ("nobody", 401, ask("/tasks")), ("another host", 421, ask("/", host="evil.example")),
        ]:
            if not answer.startswith(f"HTTP/1.1 {status} "):
                faults.append(f"over a socket, {what}: {answer[:40]!r}, not {status}")
        second = subprocess.run(process.args, capture_output=True, text=True, timeout=20,
                                env=ledger.environment, check=False)
        if second.returncode != 3 or "another server listens there" not in second.stderr:
            faults.append(f"a second server on a socket: {second.returncode} {second.stderr!r}")
        if not ask("/tasks").startswith("HTTP/1.1 401 "):
            faults.append("over a socket: a second server took the place of the first")
    finally:
        process.terminate()
        process.wait()
    return faults


def slow(site):
    """Bodies that never come keep nobody out: of strangers, and of who was let in."""
    faults = []
    host = f"127.0.0.1:{site.port}"

    def begin(count, head):
        links = []
        for _ in range(count):
            link = socket.create_connection(("127.0.0.1", site.port), timeout=20)
            link.sendall("\r\n".join(head).encode())
            links.append(link)
        return links

    def ask(what, method, target, status, body=None, headers=None):
        start = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=20)
        try:
            connection.request(method, target, body, dict({"Cookie": site.cookie}, **headers or {}))
            found = connection.getresponse().status
        except OSError as error:
            found = str(error)
        took = time.perf_counter() - start
        if found != status or took > 5:
            faults.append(f"beside slow {what}: {found} after {took:.1f} s")
        connection.close()

    size = "Content-Length: 60000\r\n\r\na"
    cookie = f"Cookie: {site.cookie}"
    for what, head in {
        "bodies for another host": ["POST /x HTTP/1.1", "Host: evil.example", size],
        "bodies of strangers": ["POST /do/add HTTP/1.1", f"Host: {host}", size],
        "bodies to log in": ["POST /login HTTP/1.1", f"Host: {host}", size],
        "forms": ["POST /do/add HTTP/1.1", f"Host: {host}", cookie, size],
        "headers": ["GET /tasks HTTP/1.1", f"Host: {host}", "X: "],
    }.items():
        links = begin(64, head)
        for _ in range(3):
            ask(what, "GET", "/tasks", 200)
            for link in links:
                try:
                    link.send(b"x")
                except OSError:
                    pass
        for link in links:
            link.close()
    kind = "multipart/form-data; boundary=zz"
    links = begin(8, ["POST /import HTTP/1.1", f"Host: {host}", cookie, f"Content-Type: {kind}",
                      "Content-Length: 8000000\r\n\r\na"])
    # A whole form of nothing, which is refused as no page made it.
    ask("files", "POST", "/import", 403, "--zz--", {"Content-Type": kind})
    for link in links:
        link.close()
    # It was idle, so that its place was given away.
    site.connection.close()
    return faults


def crowd(site, count=1_000):
    """Many connections that say nothing, and slow ones, keep nobody out for long."""
    faults = []
    links = []
    empty = site.memory()
    for _ in range(count):
        link = socket.socket()
        link.settimeout(2)
        try:
            link.connect(("127.0.0.1", site.port))
        except OSError:
            link.close()
            break
        links.append(link)
    more = site.memory() - empty
    if more > 16:
        faults.append(f"{len(links)} idle connections: {more:.0f} MiB more")
    for link in links[:-8]:
        link.close()
    # These send a byte now and then, and never a whole request.
    slow = links[-8:]
    for link in slow:
        try:
            link.send(b"GET / HTTP/1.1\r\nX: ")
        except OSError:
            pass
    for _ in range(3):
        for link in slow:
            try:
                link.send(b"x")
            except OSError:
                pass
        start = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=20)
        try:
            connection.request("GET", "/tasks", headers={"Cookie": site.cookie})
            status = connection.getresponse().status
        except OSError as error:
            status = str(error)
        took = time.perf_counter() - start
        if status != 200 or took > 5:
            faults.append(f"beside slow clients: {status} after {took:.1f} s")
        connection.close()
        time.sleep(0.2)
    for link in slow:
        link.close()
    site.connection.close()
    print(f"{len(links)} of {count:,} idle connections taken: {more:.1f} MiB more")
    return faults


def naughty():
    """Strings that break programs."""
    if not os.path.exists(NAUGHTY):
        return SOME
    with open(NAUGHTY, encoding="ascii") as file:
        return [base64.b64decode(one).decode("utf-8", "surrogateescape") for one in json.load(file)]


FORMS = {
    "/do/add": {"amount": "1", "title": "x", "category": "c", "day": "today", "account": "",
                "payee": "", "tags": "", "note": "", "split": "", "payer": ""},
    "/do/task/add": {"title": "x", "due": "", "project": ""},
    "/do/budget": {"category": "c", "amount": "1", "period": "month", "rollover": ""},
    "/do/people/add": {"name": "x", "contact": "", "post": ""},
}
QUESTIONS = ["/entries?q=", "/entries?p=", "/reports?q=", "/reports?by=", "/reports?p=", "/?at=",
             "/audit?q=", "/people?q=", "/tasks?tab=", "/entry?id=", "/explain?category=",
             "/compared?from=", "/reconcile?account=", "/import?file=", "/language?to="]


def strings(site):
    """Every such string in every field of forms and addresses: no failure of the server, and no
    markup of anybody else. The server has to bear the rate."""
    faults = set()
    token = re.search(r'name="form" value="([^"]*)"', site.get("/people")[1].decode())[1]
    count = 0

    def check(what, answer, body):
        nonlocal count
        count += 1
        if answer.status >= 500 or answer.status == 429:
            faults.add(f"{what}: {answer.status}")
        page = body.decode("utf-8")
        page = page.replace('<script src="/live.js" defer blocking="render"></script>', "")
        if re.search(r"<script|<img|<iframe|\son\w+=\S*alert\(", re.sub(r'"[^"]*"', '""', page)):
            faults.add(f"{what}: markup of somebody")

    for number, text in enumerate(naughty()):
        raw = text.encode("utf-8", "surrogateescape")
        for target, fields in FORMS.items():
            for name in fields:
                form = {key: value.encode() for key, value in fields.items()}
                form.update({name: raw, "form": token.encode(), "back": b"/tasks",
                             "key": f"{number}-{target}-{name}".encode()})
                site.connection.request("POST", target, urllib.parse.urlencode(form), {
                    "Cookie": site.cookie, "Content-Type": "application/x-www-form-urlencoded"})
                answer = site.connection.getresponse()
                check(f"{text!r:.60} as {name} of {target}", answer, answer.read())
        for question in QUESTIONS:
            target = question + urllib.parse.quote(raw)
            if len(target) <= 4_096:
                check(f"{target:.80}", *site.get(target))
    for target in ["/", "/entries", "/tasks", "/people", "/budget", "/audit", "/accounts",
                   "/reports?by=category", "/reports?by=tag", "/reports?by=payee"]:
        check(target, *site.get(target))
    print(f"{count:,} requests with strings that break programs")
    return sorted(faults)[:40]
