# SPDX-License-Identifier: MIT
# servers.py: real stores for the tests of node/ (server.h): etcd, one or several members of a
# cluster, or one PostgreSQL, on loopback, with data folders below a temporary one, on random ports.
# Each line of standard input is an order, and is answered by a line that begins with "ok", or says
# what failed. At the end of its input, when the test program has ended in whatever way, it kills
# its servers and removes their folder. In a session of its own: keys of a terminal do not reach it.
#   python3 servers.py etcd|postgresql COUNT [tls]    COUNT 0: says what is lacking, if anything is
import glob, json, os, pwd, random, select, shutil, signal, socket, ssl, subprocess, sys
import tempfile, threading, time, urllib.error, urllib.request

PATIENCE = 120  # seconds
ETCD = os.environ.get("SORTID_TEST_ETCD") or "etcd"
BIN = os.environ.get("SORTID_TEST_POSTGRES") or max(
    (os.path.dirname(path) for path in glob.glob("/usr/lib/postgresql/*/bin/initdb")),
    key=lambda path: int(path.split("/")[4]), default="")
KEY = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
# An authority, its certificates for server and client, one that has no CN, and another authority.
CERTIFICATES = f"""
set -e
echo subjectAltName=IP:127.0.0.1 > names
for who in ca stranger; do
    openssl req -x509 {KEY} -keyout $who.key -out $who.pem -subj /CN=$who -days 3650
done
for who in CN=server CN=client O=nameless; do
    openssl req {KEY} -keyout ${{who#*=}}.key -out ${{who#*=}}.csr -subj /$who
    openssl x509 -req -in ${{who#*=}}.csr -CA ca.pem -CAkey ca.key -CAcreateserial \\
        -extfile names -days 3650 -out ${{who#*=}}.pem
done"""


def wait_until(is_true, what, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while not (found := is_true()):
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.05)
    return found


# Below those that the system gives to outgoing connections, so that a restarted server finds its
# port free.
def free_port():
    while True:
        with socket.socket() as one:
            try:
                one.bind(("127.0.0.1", random.randrange(20000, 32000)))
                return one.getsockname()[1]
            except OSError:
                pass


# A network between clients and a server that a test can disconnect: "silent" keeps connections, and
# nothing comes through in either direction until they end with the silence, as broken ones would;
# "lossy" drops one in seven requests and answers, and ends its connection.
class Relay:
    def __init__(self, port):
        self.port, self.mode, self.passed, self.lost = port, "open", 0, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client = self.listener.accept()[0]
            threading.Thread(target=self.serve, args=[client], daemon=True).start()

    def serve(self, client):
        try:
            with client, socket.create_connection(("127.0.0.1", self.port)) as server:
                for side in client, server:
                    side.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                while self.mode != "silent" and self.pass_on(client, server):
                    pass
                while self.mode == "silent":
                    time.sleep(0.02)
        except OSError:
            pass  # one side has ended

    def pass_on(self, client, server):
        for side in select.select([client, server], [], [], 0.02)[0]:
            if self.mode == "lossy":
                self.passed += 1
                if self.passed % 7 == 1:
                    self.lost += 1
                    return False
            data = side.recv(16384) if self.mode != "silent" else b""
            if not data:
                return False
            (server if side is client else client).sendall(data)
        return True


class Etcd:
    def __init__(self, folder, count, tls):
        self.folder, self.count, self.tls = folder, count, tls
        self.running, self.options = {}, []
        self.data = [f"{folder}/m{i}" for i in range(count)]
        self.context = None
        if tls:
            with open(folder + "/openssl.log", "w") as log:
                subprocess.run(["sh", "-c", CERTIFICATES], cwd=folder, stdout=log, stderr=log,
                               check=True)
            self.context = ssl.create_default_context(cafile=folder + "/ca.pem")
            self.context.verify_flags &= ~ssl.VERIFY_X509_STRICT  # which wants more of an authority
            self.context.load_cert_chain(folder + "/client.pem", folder + "/client.key")

    def choose_ports(self):
        self.ports = [free_port() for _ in range(self.count)]
        self.peers = [f"http://127.0.0.1:{free_port()}" for _ in range(self.count)]
        self.urls = [f"http{'s' * self.tls}://127.0.0.1:{port}" for port in self.ports]

    def command(self, i):
        cluster = ",".join(f"m{k}={peer}" for k, peer in enumerate(self.peers))
        tls = [f"--cert-file={self.folder}/server.pem", f"--key-file={self.folder}/server.key",
               f"--trusted-ca-file={self.folder}/ca.pem", "--client-cert-auth"]
        return [ETCD, f"--name=m{i}", f"--data-dir={self.data[i]}", "--logger=zap",
                "--log-level=warn", f"--listen-client-urls={self.urls[i]}",
                f"--advertise-client-urls={self.urls[i]}", f"--listen-peer-urls={self.peers[i]}",
                f"--initial-advertise-peer-urls={self.peers[i]}",
                f"--initial-cluster-token={self.folder}", f"--initial-cluster={cluster}",
                *tls * self.tls, *self.options]

    # Posts with a client of Python's, and not with the code under test. The HTTP code, 0 for no
    # reply, and the answer.
    def ask(self, i, path, body):
        request = urllib.request.Request(self.urls[i] + path, json.dumps(body).encode())
        handlers = [urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=self.context)]
        try:
            with urllib.request.build_opener(*handlers).open(request, timeout=60) as reply:
                return reply.status, reply.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError:
            return 0, ""

    # With data or, with authentication, by asking for a user.
    def answers(self, i):
        code, text = self.ask(i, "/v3/kv/range", {"key": "YQ=="})
        return code == 200 or code == 400 and "user name is empty" in text

    def start(self, i):
        i = int(i)
        with open(f"{self.folder}/m{i}.log", "a") as log:
            self.running[i] = subprocess.Popen(
                self.command(i), stdin=subprocess.DEVNULL, stdout=log, stderr=log, **self.as_user)

    as_user = {}
    end_signal = signal.SIGKILL

    def processes(self, i):
        return [self.running[i].pid]

    def signal_all(self, i, number):
        for pid in self.processes(i):
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass  # some end meanwhile

    # It crashes.
    def kill(self, i):
        i = int(i)
        if i not in self.running:
            return
        self.running[i].send_signal(self.end_signal)
        self.signal_all(i, signal.SIGCONT)
        try:
            self.running[i].wait(10)
        except subprocess.TimeoutExpired:
            self.running[i].kill()
            self.running[i].wait()
        del self.running[i]

    def kill_all(self):
        for i in range(self.count):
            self.kill(i)

    # A killed one, with its data. Its port may still be in use.
    def restart(self, i):
        i = int(i)
        def is_up():
            if i not in self.running or self.running[i].poll() is not None:
                self.start(i)
            return self.answers(i)
        wait_until(is_up, f"server {i} does not answer")

    def stop(self, i):
        self.signal_all(int(i), signal.SIGSTOP)
        if not os.WIFSTOPPED(os.waitpid(self.running[int(i)].pid, os.WUNTRACED)[1]):
            raise OSError(f"server {i} did not stop")

    # Named after its signal, since "continue" is a word of Python.
    def cont(self, i):
        self.signal_all(int(i), signal.SIGCONT)

    # The leader on which all running members agree.
    def leader(self):
        def agreed():
            replies = {i: self.ask(i, "/v3/maintenance/status", {})[1] for i in self.running}
            told = {i: json.loads(reply or "{}") for i, reply in replies.items()}
            leaders = {status.get("leader", "0") for status in told.values()}
            here = [i for i, status in told.items()
                    if {status.get("header", {}).get("member_id")} == leaders]
            return len(leaders) == 1 and leaders != {"0"} and here
        return wait_until(agreed, "there is no leader")[0]

    # A user root, and one who may read and write only keys of "sortid/"; then no other client has
    # access.
    def users(self, name, password):
        grant = {"permType": "READWRITE", "key": "c29ydGlkLw==", "range_end": "c29ydGlkMA=="}
        for path, body in [
                ("user/add", {"name": "root", "password": password}), ("role/add", {"name": "root"}),
                ("user/grant", {"user": "root", "role": "root"}),
                ("user/add", {"name": name, "password": password}), ("role/add", {"name": "sortid"}),
                ("role/grant", {"name": "sortid", "perm": grant}),
                ("user/grant", {"user": name, "role": "sortid"}), ("enable", {})]:
            code, text = self.ask(0, "/v3/auth/" + path, body)
            if code != 200:
                raise OSError(f"{path}: HTTP {code} {text}")

    # Of the first server, from its next start on.
    def keep_data(self, folder):
        self.data[0] = folder

    def add_options(self, *options):
        self.options = list(options)

    def free(self):
        return free_port()

    # A URL of the first server behind a network, and what that does from then on.
    def relay(self):
        self.network_ = Relay(self.ports[0])
        return self.urls[0].replace(str(self.ports[0]), str(self.network_.listener.getsockname()[1]))

    def network(self, mode):
        self.network_.mode = mode
        return self.network_.lost

    # Whether all answer. No, if one has ended, for example because its port was taken.
    def come_up(self):
        self.choose_ports()
        for i in range(self.count):
            self.start(i)
        def is_decided():
            ended = [i for i, one in self.running.items() if one.poll() is not None]
            return ended or all(self.answers(i) for i in self.running)
        return wait_until(is_decided, "no answer") is True


class Postgresql(Etcd):
    end_signal = signal.SIGQUIT

    def __init__(self, folder, count, tls):
        super().__init__(folder, count, tls)
        if os.getuid() == 0:  # it does not run as root
            names = [user.pw_name for user in pwd.getpwall()]
            user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
            os.chown(folder, user.pw_uid, user.pw_gid)
            self.as_user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        with open(folder + "/m0.log", "w") as log:
            subprocess.run(
                [BIN + "/initdb", "-D", folder + "/m0", "-U", "sortid", "-A", "trust", "--no-sync",
                 "--locale=C", "-E", "UTF8"], stdout=log, stderr=log, check=True, **self.as_user)

    def choose_ports(self):
        self.ports = [free_port()]
        self.urls, self.peers = [f"postgresql://sortid@127.0.0.1:{self.ports[0]}/postgres"], ["-"]

    def command(self, i):
        settings = ("listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200",
                    "shared_buffers=32MB", f"port={self.ports[0]}")
        return [BIN + "/postgres", "-D", self.data[0], *["--" + one for one in settings]]

    def answers(self, i):
        return subprocess.run([BIN + "/pg_isready", "-q", "-d", self.urls[0]]).returncode == 0

    def processes(self, i):
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.running[i].pid)],
                                  stdout=subprocess.PIPE, text=True).stdout
        return [int(pid) for pid in children.split()] + super().processes(i)


def lack(store):
    if store == "postgresql":
        return "" if BIN else "no PostgreSQL server in $SORTID_TEST_POSTGRES (Debian: postgresql)"
    return "" if shutil.which(ETCD) else "no etcd in $SORTID_TEST_ETCD or in PATH (Debian: etcd-server)"


def serve(servers):
    if not any(servers.come_up() or servers.kill_all() for _ in range(3)):
        raise OSError("no server came up")
    print("ok", servers.folder, ",".join(servers.urls), servers.ports[0], servers.peers[0], BIN,
          flush=True)
    for line in sys.stdin:
        name, *words = line.split()
        if name == "end":
            break
        result = getattr(servers, name)(*words)
        print("ok", "" if result is None else result, flush=True)


def main(store, count, tls=""):
    if count == "0":
        print(lack(store))
        return
    os.setsid()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="sortid-etcd-") as folder:
        servers = (Postgresql if store == "postgresql" else Etcd)(folder, int(count), tls == "tls")
        try:
            serve(servers)
        except Exception as error:
            subprocess.run(f"tail -n 5 {folder}/*.log >&2", shell=True)
            print(f"failed: {error}", flush=True)
        finally:
            servers.kill_all()


main(*sys.argv[1:])
