import { expect, test } from 'vitest';
import { literalsReadIn } from '../../../../src/conditions/path/code-literals.ts';

test.each<[code: string, paths: readonly string[]]>([
  // a call that may read what it is given, whatever the library
  ['print(open("/home/u/.netrc").read())', ['/home/u/.netrc']],
  ["netrc.netrc('/home/u/.netrc')", ['/home/u/.netrc']],
  ['require("fs").readFileSync("/etc/shadow")', ['/etc/shadow']],
  ['puts YAML.load_file ("/srv/keys.yml")', ['/srv/keys.yml']],
  ['File.read "/srv/keys.yml"', ['/srv/keys.yml']],
  ['load(`/srv/a`); load("/srv/b")', ['/srv/a', '/srv/b']],
  ['open("/srv/a", "rb")', ['/srv/a']],
  // what only asks, names, removes or writes
  ['os.path.exists("/srv/a")', []],
  ['fs.existsSync("/srv/a")', []],
  ['File.file?("/srv/a")', []],
  ['os.remove("/srv/a")', []],
  ['fs.writeFileSync("/srv/a", "x")', []],
  ['os.path.join("/srv/a", name)', []],
  ['print("/srv/a")', []],
  ['open("/srv/a", "w").write("x")', []],
  ['open("/srv/a", mode="a")', []],
  ["open('/srv/a','x')", []],
  // no call, no absolute path, no one string
  ['path = "/srv/a"', []],
  ['["/srv/a"]', []],
  ['open("srv/a")', []],
  ['open("/srv/a\')', []],
  ['open("/srv/with blank")', []],
  ['open("/a")', []],
  // paths of the home directory, whatever makes them
  ['c.read(os.path.expanduser("~/.a/b"))', ['~/.a/b']],
  ['toml.load(Path.home() / ".a" / "b")', ['~/.a/b']],
  ['load(os.path.join(os.path.expanduser("~"), ".a", "b"))', ['~/.a/b']],
  ['load(os.environ["HOME"] + "/.a")', ['~/.a']],
  ['YAML.load_file(File.join(Dir.home, ".a/b"))', ['~/.a/b']],
  ['YAML.load_file("#{Dir.home}/.a")', ['~/.a']],
  ['load(process.env.HOME + "/.a"); load(`${os.homedir()}/.b`)', ['~/.b', '~/.a']],
  ['load(require("os").homedir() + "/.a")', ['~/.a']],
  ['parse_ini_file(getenv("HOME") . "/.a"); parse_ini_file($_SERVER["HOME"] . "/.b")', ['~/.a', '~/.b']],
  ['LoadFile("$ENV{HOME}/.a")', ['~/.a']],
  ['set f [open [file join $env(HOME) .a]]', ['~/.a']],
  ['os.path.exists(os.path.expanduser("~/.a"))', []],
  ['File.exist?(File.join(Dir.home, ".a"))', []],
  ['set f [file exists [file join $env(HOME) .a]]', []],
  ['p = Path.home() / ".a"', []],
  ['open(os.path.expanduser("~/.a"), "w")', []],
  ['load(home / name)', []],
])('%s reads %j', (code, paths) => {
  expect(literalsReadIn(code)).toEqual(paths);
});

test('a path that is too long, and code that is, are not looked at', () => {
  expect(literalsReadIn(`load("/${'a'.repeat(300)}")`)).toHaveLength(1);
  expect(literalsReadIn(`load("/${'a'.repeat(301)}")`)).toEqual([]);
  expect(literalsReadIn('load("/srv/a")'.padEnd(64 * 1024))).toEqual(['/srv/a']);
  expect(literalsReadIn('load("/srv/a")'.padEnd(64 * 1024 + 1))).toEqual([]);
});
