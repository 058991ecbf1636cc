const TICK = '`';
const DOLLAR = '$';
const BLANK = / +|\n +/;
const BLANKS = / {2,}|\n +/;

function words(text: string, between: RegExp): readonly string[] {
  return text.trim().split(between);
}

/** Programs of which most starts only read, most usual first: those of real sessions. */
export const READERS = words(
  `
  sed rg ls grep head find nl cat tail git git git git sort wc which pwd ps jq date uniq du cut file stat awk diff cmp
  comm tree test [ basename dirname readlink realpath tr printf echo whoami id uname env printenv df pgrep sha256sum
  md5sum cksum xxd od strings tac rev fold expand seq expr nproc uptime free hostname column paste join fmt numfmt
  getconf locale groups egrep fgrep zcat zgrep less more bat fdfind fd tar unzip type command node python3 npm make
  perl tsort split csplit base64 hexdump look getent lsof true false sleep tty arch logname users who lscpu lsblk
  mount ldd nm size`,
  BLANK,
);

/** Programs that change files; `ln` makes links, through which others would. */
export const CHANGERS = words('cp cp cp mv rm mkdir mkdir touch tee truncate rmdir ln', BLANK);

/** Where nobody minds that it is read. */
const INSIDE = words(
  String.raw`
  README.md  src/main.c  src  .  ./  src/lib  src/lib/index.ts  docs/guide.md  docs  logs/app.log  data/rows.csv
  data/rows.json  package.json  Makefile  src/*.c  *.md  src/**/*.ts  missing.txt  'docs/my notes.txt'
  docs/my\ notes.txt  "src/util.c"  ./src/../README.md  draft.txt  /home/u/app/README.md  $PWD/README.md  "$PWD"/src
  src/{main,util}.c  /tmp  /usr/share/doc  /dev/null  guide.md  build  .git  .git/config  .git/HEAD  blob.bin
  script.sh  ~/app/README.md  -  .gitignore  /usr/include  /tmp/x`,
  BLANKS,
);

/** Where somebody does, or may. */
const ELSEWHERE = words(
  `
  ../notes.md  ~/notes.md  /home/u/other  ~  /  ..  ~/.ssh/id_rsa  /etc/passwd  /etc/shadow  out.md  key.pem  .env
  ~/.aws/credentials  "$HOME"/notes.md  $FILE  ../*  /home/u/*  ../app/../notes.md  -n  --  *  ~u/notes.md  $OLDPWD
  ${DOLLAR}{HOME}/notes.md  ~+/../notes.md  src/../../notes.md  /proc/self/environ  /etc/*  .*`,
  BLANKS,
);

const WORDS = words(
  String.raw`
  TODO  foo  'foo|bar'  '^line [0-9]'  "import .*"  main\(  '*.md'  "*.ts"  '*.c'  f  5  20  1  0  -1  1,5p  '1,40p'
  '$p'  '/foo/p'  '.name'  '.items[].id'  '{print $1}'  HEAD  HEAD~1  main  feature  v1  main..feature  HEAD:README.md
  origin/main  %H  '%h %s'  --format=%s  '+%Y'  a  x=1  d  ,  ':'  always  never  json  short  all  name  10k  +1
  @{u}  stash@{0}  's/a/b/'  ''  ""  origin  1d`,
  BLANKS,
);

/** Texts that make some programs start others, write or send. */
const SHARP = words(
  String.raw`
  'w /tmp/out'  's/a/b/w /tmp/out'  '1e touch /tmp/ran'  's/.*/touch \/tmp\/ran/e'  '{system("touch /tmp/ran")}'
  '{print > "/tmp/out"}'  'BEGIN{"touch /tmp/ran"|getline}'  'import("x")'  '$__loc__'  'env.HOME'  'input_filename'
  '!touch /tmp/ran'  ext::sh  '|touch /tmp/ran'  /tmp/out  --output=/tmp/out  --pre=touch  --ext-diff  --textconv
  'touch /tmp/ran'  touch  sh  '@/tmp/out'  -exec touch {} ;  -delete  -o/tmp/out  -i  --in-place  -s  --help
  http://127.0.0.1:9/  127.0.0.1  git@localhost:x  %(contents:raw)  'a[$(touch /tmp/ran)]'  $(touch /tmp/ran)  ${TICK}id${TICK}`,
  BLANKS,
);

export interface Choice {
  pick<T>(choices: readonly T[]): T;
  below(below: number): number;
}

export function pathWord(random: Choice): string {
  return random.below(12) === 0 ? random.pick(ELSEWHERE) : random.pick(INSIDE);
}

export function textWord(random: Choice): string {
  return random.below(25) === 0 ? random.pick(SHARP) : random.pick(WORDS);
}

export function sharpWord(random: Choice): string {
  return random.pick(SHARP);
}

const number = (random: Choice) => String(1 + random.below(60));

/** Starts as real sessions have them. */
export const IDIOMS: readonly ((random: Choice) => string)[] = [
  (random) => `sed -n '${number(random)},${number(random)}p' ${pathWord(random)}`,
  (random) => `sed -n ${number(random)}p ${pathWord(random)}`,
  (random) => `sed -E 's/foo/bar/g; /TODO/d' ${pathWord(random)}`,
  (random) => `rg -n ${textWord(random)} ${pathWord(random)}`,
  (random) => `rg --files ${pathWord(random)} -g ${random.pick(["'*.ts'", "'!*.md'", "'*.c'"])}`,
  (random) => `rg -n -S ${textWord(random)} -C${random.below(5)}`,
  (random) => `grep -rn ${textWord(random)} ${pathWord(random)} --include=${random.pick(["'*.ts'", '*.c', '"*.md"'])}`,
  (random) =>
    `grep -${random.pick(['n', 'i', 'c', 'l', 'v', 'E', 'oE', 'A3', 'B2'])} ${textWord(random)} ${pathWord(random)}`,
  (random) => `ls -${random.pick(['la', 'l', 'lh', 'R', 'a', '1', 'lt', 'ld', 'F'])} ${pathWord(random)}`,
  (random) =>
    `find ${pathWord(random)} -maxdepth ${1 + random.below(4)} -type ${random.pick(['f', 'd'])} -name ${random.pick(["'*.ts'", '"*.md"', 'index*'])}`,
  () => `find . -name '*.c' -not -path './build/*' -o -name '*.md' -print`,
  (random) =>
    `find ${pathWord(random)} -name '*.c' ${random.pick(['-exec cat {} +', '-exec grep -l TODO {} \\;', '-delete', '-print0', '-ls', '-fprint /tmp/out', '-printf "%p\\n"'])}`,
  (random) => `head -${random.pick(['5', 'n 3', 'c 20', '20'])} ${pathWord(random)}`,
  (random) => `tail -${random.pick(['5', 'n 3', 'c 20', 'n +2'])} ${pathWord(random)}`,
  (random) => `nl -ba ${pathWord(random)}`,
  (random) => `cat ${pathWord(random)} ${pathWord(random)}`,
  (random) => `wc -${random.pick(['l', 'c', 'w'])} ${pathWord(random)}`,
  (random) =>
    `jq ${random.pick(['.', '-r', '-c', '-s'])} ${random.pick(["'.name'", "'.items|length'", "'.items[].id'"])} data/rows.json`,
  (random) =>
    `awk ${random.pick(["'{print $1}'", "-F, '{print $2}'", "'NR==2'", "'/foo/{n++} END{print n}'", '\'NR>1{print > "/tmp/out"}\''])} ${pathWord(random)}`,
  (random) => `cut -d, -f${number(random)} ${pathWord(random)}`,
  (random) => `git log --oneline -${number(random)}`,
  (random) =>
    `git log ${random.pick(['-p', '--stat', '--graph --all', "--format='%h %s'", '--name-only', '-S foo', '--follow --'])} ${pathWord(random)}`,
  (random) =>
    `git diff ${random.pick(['', '--stat', '--cached', 'HEAD', 'HEAD~1', '--name-only', 'main..feature', '--no-index'])} ${random.pick(['', pathWord(random), '-- src'])}`,
  (random) => `git show ${random.pick(['HEAD', 'HEAD:README.md', '--stat', 'v1', 'main', '--name-only HEAD~1'])}`,
  (random) => `git status ${random.pick(['', '--short', '-sb', '--porcelain', '--branch'])}`,
  (random) =>
    `git branch ${random.pick(['', '-a', '-vv', '--show-current', '-r', '--list', 'new', '-D feature', '--contains HEAD'])}`,
  (random) =>
    `git ${random.pick(['rev-parse HEAD', 'remote -v', 'ls-files', 'tag', 'stash list', 'blame README.md', 'shortlog -sn', 'reflog', 'describe', 'worktree list', 'config --list', 'config user.name', 'grep TODO', 'cat-file -p HEAD', 'merge-base main feature', 'for-each-ref', 'show-ref', 'ls-tree HEAD', 'rev-list --count HEAD', 'check-ignore build', 'count-objects -v', 'diff-tree HEAD', 'name-rev HEAD', 'submodule status', 'ls-remote', 'fetch', 'archive HEAD', 'help log', 'version', 'var GIT_EDITOR', 'fsck', 'remote show origin', 'bundle create /tmp/out HEAD', 'format-patch -1', 'notes list', 'whatchanged -1', 'symbolic-ref HEAD', 'cherry main feature', 'range-diff main~1..main main~1..main', 'verify-tag v2', 'stash show -p', 'diff-files', 'diff-index HEAD'])}`,
  (random) =>
    `git -C ${pathWord(random)} ${random.pick(['status', 'log -1', 'diff --stat', 'rev-parse --show-toplevel'])}`,
  (random) =>
    `git -c ${random.pick(['color.ui=always', 'core.pager=cat', 'core.fsmonitor=/home/u/.recorder', 'diff.external=/home/u/.recorder', 'core.quotePath=false'])} ${random.pick(['diff', 'status', 'log -2'])}`,
  (random) => `git --no-pager ${random.pick(['diff', 'log -3', 'show HEAD'])}`,
  (random) => `test -${random.pick(['f', 'd', 'e', 's', 'x'])} ${pathWord(random)}`,
  (random) => `[ -${random.pick(['f', 'd', 'n', 'z'])} ${pathWord(random)} ]`,
  (random) => `[[ ${textWord(random)} == ${textWord(random)} ]]`,
  (random) => `echo ${textWord(random)}`,
  (random) => `printf '%s\\n' ${textWord(random)}`,
  (random) => `which ${random.pick(['git', 'rg', 'node', 'no-such'])}`,
  (random) => `command -v ${random.pick(['git', 'rg', 'node'])}`,
  (random) =>
    `${random.pick(['node', 'python3', 'git', 'npm', 'rg', 'jq', 'make', 'bash', 'perl'])} ${random.pick(['--version', '-v', '-V', '--help'])}`,
  (random) => `du -sh ${pathWord(random)}`,
  (random) => `stat ${random.pick(['', "-c '%s'", '-f'])} ${pathWord(random)}`,
  (random) => `file ${pathWord(random)}`,
  (random) => `diff ${random.pick(['', '-u', '-rq', '-y'])} ${pathWord(random)} ${pathWord(random)}`,
  (random) => `tree -L ${1 + random.below(3)} ${pathWord(random)}`,
  (random) => `ps ${random.pick(['aux', '-ef', '-p 1', '-o pid,cmd'])}`,
  (random) => `date ${random.pick(['', '+%F', '-u', '-I', '-s 2020-01-01', "-d yesterday '+%s'"])}`,
  (random) =>
    `python3 ${random.pick(["-c 'print(1)'", '-c \'open("/tmp/out","w")\'', '-m json.tool data/rows.json', 'script.py'])}`,
];

/** What may stand behind a `|`. */
export const FILTERS: readonly ((random: Choice) => string)[] = [
  (random) => `head -${number(random)}`,
  (random) => `tail -n ${number(random)}`,
  () => 'wc -l',
  (random) => `sort ${random.pick(['', '-u', '-n', '-rn', '-k2', '-o /tmp/out', '-t, -k1'])}`,
  (random) => `uniq ${random.pick(['', '-c', '-d'])}`,
  (random) => `grep -${random.pick(['v', 'i', 'n', 'E', 'c'])} ${textWord(random)}`,
  (random) => `sed -n '1,${number(random)}p'`,
  (random) => `sed ${random.pick(["'s/foo/bar/'", "'/^$/d'", "-n '$='", "'s#a#b#w /tmp/out'"])}`,
  (random) => `awk ${random.pick(["'{print $1}'", "'{n+=$1} END{print n}'", "'{system($0)}'", "-F: '{print $2}'"])}`,
  (random) => `cut -d${random.pick(["' '", ':', ','])} -f${1 + random.below(3)}`,
  (random) => `tr ${random.pick(['a-z A-Z', "-d '\\n'", "',' '\\n'"])}`,
  (random) =>
    `xargs ${random.pick(['', '-n1', '-I{}', '-0'])} ${random.pick(['ls', 'wc -l', 'echo', 'cat', 'grep -l TODO', 'rm', 'cat {}', 'head -1'])}`,
  () => 'cat',
  (random) => `nl ${random.pick(['', '-ba'])}`,
  () => 'rev',
  (random) => `tee ${random.pick(['/dev/null', '/tmp/out', '-a out.txt'])}`,
  (random) =>
    `${random.pick(['sh', 'bash', 'python3', 'less', 'more', 'jq .', 'column -t', 'xxd', 'sha256sum', 'base64', 'tac', 'fold -w 20'])}`,
  (random) =>
    `while read -r x; do ${random.pick(['echo "$x"', 'cat "$x"', 'wc -l "$x"', 'rm "$x"', 'eval "$x"', 'test -f "$x" && echo y'])}; done`,
];
