# SPDX-License-Identifier: MIT
# stubs.py: servers on ports of loopback that do what a test says, and count their requests (stub.h).
# A line of standard input is an order, answered by a line that begins with "ok":
#   start BEHAVIOR [HEX]  a server with an argument, as bytes in hex; its URL. A behavior is a method
#                         of Stub, which serves one request, and returns whether the connection may
#                         have another; "bare_" ones serve a connection, without HTTP
#   requests URL          how many came so far
#   end URL               ends its connections; then no program listens at its port
import re, select, socket, sys, threading, types

HEADER = '"header":{"cluster_id":"7","member_id":"8","revision":"9"}'
GOOD = '{' + HEADER + ',"succeeded":true,"responses":[{"response_put":{' + HEADER + '}}]}'
LEASE = '{"result":{' + HEADER + ',"ID":"5","TTL":"15"}}'
OTHER_CLUSTER = ('{"header":{"cluster_id":"6","revision":"9"},"succeeded":true,'
                 '"responses":[{"response_put":{}}]}')
REFUSED = ('{"error":"etcdserver: invalid auth token","message":"etcdserver: invalid auth token",'
           '"code":16}')


class Stub:
    def __init__(self, behavior, argument):
        self.behavior, self.argument = behavior, argument
        self.lock, self.count, self.ending = threading.Lock(), 0, False
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.url = "http://127.0.0.1:%d" % self.listener.getsockname()[1]
        self.connections = set()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        try:
            while True:
                connection = self.listener.accept()[0]
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self.connections.add(connection)
                threading.Thread(target=self.run, args=[connection], daemon=True).start()
        except OSError:
            pass  # the end

    def end(self):
        self.ending = True
        for one in [self.listener, *self.connections]:
            try:
                one.shutdown(socket.SHUT_RDWR)  # which ends every wait of a thread
            except OSError:
                pass
        self.listener.close()

    def run(self, connection):
        more = True
        try:
            with connection, connection.makefile("rb") as file:
                while more and (request := self.read(connection, file)):
                    with self.lock:
                        request.number = self.count
                        self.count += 1
                    more = getattr(self, self.behavior)(request)
                connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # the other side has gone
        self.connections.discard(connection)

    # A request with its head and its body; None: the connection has ended.
    def read(self, connection, file):
        request = types.SimpleNamespace(connection=connection, file=file, head="", body="")
        if self.behavior.startswith("bare_"):
            return request
        while not request.head.endswith("\r\n\r\n"):
            line = file.readline()
            if not line:
                return None
            request.head += line.decode("latin1")
        length = int(re.search(r"\ncontent-length: *(\d+)", request.head, re.IGNORECASE)[1])
        request.body = file.read(length).decode("latin1")
        return request

    def answer(self, request, body, code="200 OK"):
        request.connection.sendall(
            (f"HTTP/1.1 {code}\r\nContent-Type: application/json\r\n"
             f"Content-Length: {len(body)}\r\n\r\n{body}").encode("latin1"))
        return True

    # Sleeps; False at once when the other side closes the connection, or the stub ends.
    def nap(self, request, ms):
        poll = select.poll()
        poll.register(request.connection, select.POLLRDHUP)
        return not poll.poll(ms) and not self.ending

    # ---- Behaviors ----------------------------------------------------------------------------

    def good(self, request):
        return self.answer(request, GOOD)

    # Its argument.
    def bytes(self, request):
        request.connection.sendall(self.argument)
        return False

    def hang_up(self, request):
        return False

    def nothing(self, request):
        while self.nap(request, 1000):
            pass
        return False

    # To the URL of the argument.
    def redirect(self, request):
        request.connection.sendall(b"HTTP/1.1 307 Away\r\nLocation: " + self.argument +
                                   b"/v3/kv/txn\r\nContent-Length: 0\r\n\r\n")
        return True

    # A byte of a valid answer every 20 ms: it would take a minute.
    def drip(self, request):
        answer = b"HTTP/1.1 200 OK\r\nContent-Length: 3000\r\n\r\n".ljust(3000)
        for i in range(3000):
            if not self.nap(request, 20):
                break
            request.connection.sendall(answer[i:i + 1])
        return False

    # A head that never ends.
    def endless_head(self, request):
        request.connection.sendall(b"HTTP/1.1 200 OK\r\n")
        while True:
            request.connection.sendall(b"X-More: and more and more and more and more\r\n")

    def interim(self, request):
        while True:
            request.connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            if not self.nap(request, 5):
                return False

    # 65 MiB in pieces, without a length.
    def much(self, request):
        request.connection.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
        for _ in range(65):
            request.connection.sendall(b" " * 2**20)
        return False

    # Closes the connection at the third request, and at those after it; at the third only.
    def two_good(self, request):
        return request.number < 2 and self.good(request)

    def third_closed(self, request):
        return request.number != 2 and self.good(request)

    # Fails twice, then answers.
    def third_good(self, request):
        return request.number >= 2 and self.good(request)

    # The first try is lost. Then answers with a date, with none, and with one that is not a date.
    def dated(self, request):
        heads = ["dATE:\t Sat, 21 Nov 2026 16:32:17 GMT ", "X-Date: Sat, 21 Nov 2026 16:32:17 GMT",
                 "Date: today"]
        if request.number == 0 or not self.nap(request, 100):
            return False
        request.connection.sendall(
            ("HTTP/1.1 100 Continue\r\nDate: Sat, 21 Nov 2026 16:32:18 GMT\r\n\r\n"
             f"HTTP/1.1 200 OK\r\n{heads[(request.number - 1) % 3]}\r\n"
             f"Content-Length: {len(LEASE)}\r\n\r\n{LEASE}").encode())
        return True

    def lease(self, request):
        return self.answer(request, LEASE)

    def clusters(self, request):
        return self.answer(request, GOOD if request.number == 0 else OTHER_CLUSTER)

    # Repeats the token, with an argument, or the password in its error.
    def echo(self, request):
        if "/authenticate" in request.head and self.argument:
            return self.answer(request, '{"token":"t0ken"}')
        told = re.search("Authorization: .{0,5}", request.head)
        word = "w0rd" if "passw0rd" in request.body else ""
        error = f'{{"error":"{told[0] if told else ""} you said pass{word}","code":5}}'
        return self.answer(request, error, "404 Not Found")

    # The client logs in at the first request, is refused at the third, and logs in again. With an
    # argument that does not help.
    def tokens(self, request):
        if "/v3/auth/authenticate" in request.head:
            which = "first" if request.number == 0 else "second"
            return self.answer(request, f'{{"token":"{which}"}}')
        has_second = "\r\nAuthorization: second" in request.head
        if request.number >= 2 and (not has_second or self.argument):
            return self.answer(request, REFUSED, "401 Unauthorized")
        return self.good(request)

    # Answers to PostgreSQL's question for TLS by its argument, and ends the connection.
    def bare_tls(self, request):
        if len(request.file.read(8)) == 8:
            request.connection.sendall(self.argument)
        return False


# In a network namespace loopback may be down: then it can be listened on, but not connected to.
def lack():
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:  # no packet is sent
            probe.connect(("127.0.0.1", 1))
    except OSError as error:
        return f"127.0.0.1 cannot be reached here (is loopback up?): {error}"
    return ""


def main(count="1"):
    if count == "0":
        print(lack())
        return
    stubs = {}
    for line in sys.stdin:
        order, name, *argument = line.split()
        if order == "start":
            stub = Stub(name, bytes.fromhex("".join(argument)))
            stubs[stub.url] = stub
            result = stub.url
        elif order == "requests":
            result = stubs[name].count
        else:
            stubs.pop(name).end()
            result = ""
        print("ok", result, flush=True)


main(*sys.argv[1:])
