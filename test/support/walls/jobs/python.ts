import type { Job } from './job.ts';

const python = (name: string, files: Job['files'], line: string, more: Partial<Job> = {}): Job => ({
  ...{ name: `python: ${name}`, needs: 'python3', files: files ?? {}, line, ...more },
});

/** A package as pip takes it without an index: a wheel is a zip file. */
const WHEEL = `import zipfile
with zipfile.ZipFile("left-1.2.3-py3-none-any.whl", "w") as z:
    z.writestr("left.py", "def main(): print('left')\\n")
    z.writestr("left-1.2.3.dist-info/METADATA", "Metadata-Version: 2.1\\nName: left\\nVersion: 1.2.3\\n")
    z.writestr("left-1.2.3.dist-info/WHEEL", "Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    z.writestr("left-1.2.3.dist-info/entry_points.txt", "[console_scripts]\\nleft = left:main\\n")
    z.writestr("left-1.2.3.dist-info/RECORD", "")
`;
const SOCKETS = `import os, socket, tempfile, threading
def speak(family, address):
    server = socket.socket(family); server.bind(address); server.listen()
    def answer():
        with server.accept()[0] as c: c.sendall(b"hello")
    thread = threading.Thread(target=answer); thread.start()
    with socket.socket(family) as client:
        client.connect(server.getsockname()); print(client.recv(9).decode())
    thread.join(); server.close()
speak(socket.AF_INET, ("127.0.0.1", 0))
speak(socket.AF_INET6, ("::1", 0)) if socket.has_ipv6 and os.path.exists("/proc/net/if_inet6") and os.path.getsize("/proc/net/if_inet6") > 0 else print("hello")
speak(socket.AF_UNIX, "s.sock"); os.unlink("s.sock")
with tempfile.TemporaryDirectory() as folder: speak(socket.AF_UNIX, folder + "/s")
speak(socket.AF_UNIX, "\\0safeshell-job-" + str(os.getpid()))
`;
const PROCESSES = `import multiprocessing as m, multiprocessing.shared_memory as s
def double(x): return x * 2
if __name__ == "__main__":
    with m.Pool(2) as pool: print(pool.map(double, range(5)))
    lock, queue = m.Lock(), m.Queue()
    with lock: queue.put(1)
    print(queue.get())
    block = s.SharedMemory(create=True, size=10); block.buf[0] = 7; print(block.buf[0]); block.close(); block.unlink()
    with m.Manager() as manager: print(dict(manager.dict(a=1)))
`;
const TERMINAL = `import os, pty, sys, termios
os.environ["TERM"] = "dumb"
status = pty.spawn(["/bin/sh", "-c", "tty >/dev/null && echo typed >/dev/tty && stty -echo </dev/tty && ps -o tty= -p $$ | grep -c pts"])
print(os.waitstatus_to_exitcode(status))
`;

export const PYTHON_JOBS: readonly Job[] = [
  python(
    'venv and pip',
    { 'wheel.py': WHEEL },
    'python3 wheel.py && python3 -m venv .venv && . .venv/bin/activate && pip install -q --disable-pip-version-check --no-index --find-links . left && left && .venv/bin/python -c "import left; left.main()" && python -c "import sys; print(sys.prefix != sys.base_prefix)"',
    { isSlow: true },
  ),
  python(
    'pytest',
    {
      'test_a.py':
        'import tempfile\ndef test_a(tmp_path):\n    (tmp_path / "x").write_text("1")\n    tempfile.NamedTemporaryFile()\n',
      'conftest.py': 'import pytest\n',
    },
    'python3 -m pytest -q -p no:randomly | sed "s/ in .*//" && ls -A',
    { needs: 'python3 pytest' },
  ),
  python(
    'unittest, compiled modules',
    {
      'test_a.py': 'import unittest, m\nclass A(unittest.TestCase):\n    def test(self): self.assertEqual(m.f(), 1)\n',
      'm.py': 'def f(): return 1\n',
    },
    'python3 -m unittest -q 2>&1 | grep -v Ran && python3 -m compileall -q . && ls __pycache__',
  ),
  python('sockets: loopback, in the project, in /tmp, abstract', { 'x.py': SOCKETS }, 'python3 x.py'),
  python('processes, semaphores, shared memory', { 'x.py': PROCESSES }, 'python3 x.py'),
  python('terminals', { 'x.py': TERMINAL }, 'python3 x.py </dev/null', { needs: 'python3 ps' }),
  python('its own prompt', {}, `printf '1+1\\nexit()\\n' | script -qec 'python3 -iq' /dev/null | grep -c '^2'`, {
    needs: 'python3 script',
  }),
  python(
    'sqlite, csv, a lock file',
    {
      'x.py':
        'import fcntl, sqlite3\ndb = sqlite3.connect("x.db"); db.execute("pragma journal_mode=wal"); db.execute("create table t (a)"); db.execute("insert into t values (1)"); db.commit()\nprint(db.execute("select * from t").fetchall()); db.close()\nf = open(".lock", "w"); fcntl.flock(f, fcntl.LOCK_EX); print("locked")\n',
    },
    'python3 x.py',
  ),
  python(
    'in a folder of a monorepo',
    {
      'packages/a/x.py':
        'import os; os.makedirs("../../.cache/a"); open("../../.cache/a/x", "w").write("1"); print("made")\n',
      '.gitignore': '.cache\n',
    },
    'cd packages/a && python3 x.py && git add -A && git commit -qm x && git status -s',
    { needs: 'python3 git', before: 'git init -q' },
  ),
];
