export const HOME = '/home/dev';
export const PROJECT = `${HOME}/project`;

/** What every row finds, and what is put back before the next one: all but the product's own folders. */
export const WORK = [
  ...[
    'project',
    'other',
    'other-project',
    'api',
    'web',
    'build-tools',
    'legacy',
    'work',
    'docs',
    'remote.git',
    'lib.git',
  ],
  ...['wt', 'hotfix', 'x', 'Documents', 'Pictures', 'Desktop', 'notes.txt', 'old.log', 'old.bak', '.ssh', '.npmrc'],
];

/** Made once, by bash in HOME: the files that the lines of the list name, with work that no commit holds. */
export const WORLD_SETUP = `
set -e
git config --global user.name dev
git config --global user.email dev@example.com
git config --global init.defaultBranch main
git config --global protocol.file.allow always
git config --global advice.detachedHead false
mkdir -p Documents/deep Pictures Desktop .ssh .config/app other/src other-project api web build-tools legacy work docs
for folder in Documents Pictures Desktop other-project api web build-tools legacy work docs; do echo "$folder" > "$folder/one.txt"; done
for file in Documents/letter.md 'Documents/two words.txt' Documents/deep/b.txt Pictures/cat.jpg other/src/main.c other/one.txt other-project/a.js \\
  notes.txt old.log old.bak .config/app/settings.ini .npmrc .ssh/known_hosts; do echo "$file" > "$file"; done
dd if=/dev/urandom of=Documents/scan.pdf bs=1k count=40 2>/dev/null
git init -q --bare remote.git
git init -q lib && (cd lib && echo lib > lib.c && git add -A && git commit -qm lib) && git clone -q --bare lib lib.git && rm -rf lib
git init -q project && cd project
mkdir -p src/deep packages/api db public
for file in notes.txt important.txt secret.txt secret keep keep.txt README.md src/app.ts src/a.c src/deep/b.ts packages/api/index.js tidy.pl \\
  old.bak old.orig; do echo "$file" > "$file"; done
printf '%s\\n' '*.o' '*.log' node_modules/ build/ '*.sqlite3' > .gitignore
git add -A && git commit -qm 1
for number in 2 3 4 5 6 7 8 9 10 11 12; do echo $number >> src/app.ts; git commit -qam $number; done
git remote add origin ../remote.git
git submodule --quiet add ../lib.git vendor/lib && git commit -qm module
git push -q origin main
git tag v1.0 && git tag -am two v2.0
for branch in feature/old feature/x a b c x; do git checkout -q -b $branch main; echo $branch > branch.txt; git add -A; git commit -qm $branch; done
git checkout -q main && git checkout -q feature/x
git push -q -u origin feature/x a
for number in 1 2 3; do echo "stashed $number" >> notes.txt; git stash -q; done
for tree in ../wt ../hotfix ../x wt x; do git worktree add -q --detach $tree; echo changed >> $tree/notes.txt; echo new > $tree/new.txt; done
git reset -q --hard HEAD~1 && git reset -q --hard ORIG_HEAD
echo changed >> notes.txt
printf 'changed\\r\\nwithout an end' > src/app.ts
printf 'changed' >> packages/api/index.js
echo changed >> vendor/lib/lib.c && echo new > vendor/lib/new.c
echo staged > staged.ts && git add staged.ts && echo more >> staged.ts
echo draft > draft.txt && echo draft > 'src/two words.ts' && echo draft > packages/draft.js
mkdir -p build node_modules/one empty
echo o > build/out.o && echo js > node_modules/one/index.js && echo log > build.log
echo db > prod.sqlite3 && echo db > db/production.sqlite3
echo old > older.bak && touch -d '30 days ago' older.bak && echo orig > new.orig
echo ../docs/one.txt > list && echo ../other > dirs.txt && echo 'delete refs/heads/b' > refs.txt
`;

/** Bytes, modes and links of everything, and what git says of index, refs and stashes. In HOME. */
export const STATE = `
{ find . /tmp -path ./.local -prune -o -path ./.cache -prune -o -path ./.config/safeshell -prune -o -path ./.claude -prune -o -path ./.npm -prune -o -path '*/.git/*' -prune \\
    -o -path './*.git/*' -prune -o ! -name .git ! -path . ! -path /tmp -printf '%p %y %m %l\\n' -type f -exec sha256sum {} +
  for tree in project wt hotfix x other project/vendor/lib; do
    [ -e $tree/.git ] || continue
    echo "$tree"
    git -C $tree ls-files -s
    git -C $tree status --porcelain -uall --ignored=matching
    git -C $tree for-each-ref refs/heads refs/tags refs/remotes refs/stash
    git -C $tree stash list
    git -C $tree rev-parse --symbolic-full-name HEAD
  done; } 2>&1 | LC_ALL=C sort
`;
