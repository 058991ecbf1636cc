// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';

function finders(): Readonly<Record<string, Grammar>> {
  const FIND: Grammar = {
    source: 'find(1) GNU findutils 4.9; FreeBSD 14 for -E -X -d -f -s -x',
    effects: [
      { given: ['-delete'], does: 'deletes' },
      { given: ['-L -follow -files0-from -fprint -fprint0 -fprintf -fls'], does: 'indirect' },
      { given: ['-ok -okdir -execdir'], does: 'plain' },
      { does: 'reads' },
    ],
    losses: [{ given: ['-delete'], unnamed: true }],
    singleDash: true,
    optionsAfterDashes: true,
    options: `
      -H, -L, -P, -E, -X, -d, -s, -x, -f =path, -D =text, -O0, -O1, -O2, -O3, (, ), ! -not, -a -and, -o -or, -daystart
      -depth, -follow, -files0-from =path, -help, -ignore_readdir_race, -noignore_readdir_race, -maxdepth =text
      -mindepth =text, -mount -xdev, -noleaf, -nowarn, -warn, -regextype =text, -version, -amin =text, -anewer =path
      -atime =text, -cmin =text, -cnewer =path, -ctime =text, -empty, -executable, -false, -fstype =text, -gid =text
      -group =text, -ilname =text, -iname =text, -inum =text, -ipath -iwholename =text, -iregex =text, -links =text
      -lname =text, -mmin =text, -mtime =text, -name =text, -newer =path, -newerXY =path, -nogroup, -nouser
      -path -wholename =text, -perm =text, -readable, -regex =text, -samefile =path, -size =text, -true, -type =text
      -uid =text, -used =text, -user =text, -writable, -xtype =text, -context =text, -Bmin =text, -Btime =text
      -flags =text, -delete, -exec =command;, -execdir =command;, -ok =command;, -okdir =command;, -ls, -fls =write
      -print, -print0, -fprint =write, -fprint0 =write, -fprintf =write =text, -printf =text, -prune, -quit
      -newermt =text, -newerct =text, -newerat =text, -newerBt =text, -neweraa =path, -newerac =path, -newerca =path
      -newercc =path, -newercm =path, -newermc =path, -newerma =path, -neweram =path, -newermm =path, -newerBB =path
    `,
    when: [{ given: ['-delete'], operands: 'delete*' }],
  };

  const FD: Grammar = {
    source: 'fd(1) 10.2',
    effects: [{ given: ['-x -X -l'], does: 'plain' }, { given: ['-L'], does: 'indirect' }, { does: 'reads' }],
    options: `
      -H --[no-]hidden, -I --no-ignore, --ignore, --no-ignore-vcs, --ignore-vcs, --no-ignore-parent, --ignore-parent
      --no-global-ignore-file, --no-require-git, --require-git, -u --unrestricted, -s --case-sensitive
      -i --ignore-case, -g --glob, --regex, -F --fixed-strings, --and =text, -a --absolute-path, --relative-path
      -l --list-details, -L --follow, --no-follow, -p --full-path, -0 --print0, -d --max-depth --maxdepth =text
      --min-depth =text, --exact-depth =text, --prune, -E --exclude =text, -t --type =text, -e --extension =text
      -S --size =text, --changed-within --change-newer-than --newer --changed-after =text
      --changed-before --older =text, -o --owner =text, --format =text, -x --exec =command;, -X --exec-batch =command;
      --batch-size =text, --ignore-file =path, -c --color =text, --hyperlink [=text], -j --threads =text
      --max-buffer-time =text, --max-results =text, -1, -q --quiet, --show-errors, -C --base-directory =path
      --path-separator =text, --search-path =path, --strip-cwd-prefix [=text], --one-file-system --mount --xdev
      --gen-completions [=text], -h --help, -V --version
    `,
    operands: 'text path*',
    abbreviations: false,
  };

  return {
    find: FIND,
    gfind: FIND,
    bfs: FIND,
    fd: FD,
    fdfind: FD,
  };
}

/** Programs that walk directories. */
export const FINDERS = family('find gfind bfs fd fdfind', finders);
