import type { Job } from './job.ts';

const REPOSITORY =
  'git init -q -b main && printf "1\\n2\\n3\\n" >a && mkdir -p src && echo x >src/b && git add -A && git commit -qm first';
const TWO_BRANCHES = `${REPOSITORY} && git switch -qc topic && echo 4 >>a && git commit -qam topic && git switch -q main && echo y >src/b && git commit -qam main`;

const git = (name: string, line: string, before = REPOSITORY, more: Partial<Job> = {}): Job => ({
  ...{ name: `git: ${name}`, needs: 'git', before, line, whole: true, ...more },
});

export const GIT_JOBS: readonly Job[] = [
  git(
    'init, add, commit, log',
    'git init -q -b main && echo 1 >a && git add -A && git commit -m one && git log --format="%h %s" && git status -sb',
    '',
  ),
  git(
    'branch, merge, tag',
    'git merge -q -m merged topic && git tag v1 && git tag -a v2 -m two && git log --graph --format=%s && git describe',
    TWO_BRANCHES,
  ),
  git(
    'rebase, cherry-pick',
    'git cherry-pick main && git rebase -q HEAD~1 && git log --format=%s && git reflog -n 3 --format=%gs',
    `${TWO_BRANCHES} && git switch -q topic`,
  ),
  git(
    'rebase by a list that is edited',
    `GIT_SEQUENCE_EDITOR='sed -i "2s/pick/fixup/"' git rebase -qi HEAD~2 && git log --format=%s --stat`,
    `${REPOSITORY} && echo 4 >>a && git commit -qam second && echo 5 >>a && git commit -qam third`,
  ),
  git(
    'stash, restore, clean',
    'echo new >>a && echo z >z && git stash -qu && cat a && git stash pop -q && git restore a && git clean -fdq && git status -s && ls',
  ),
  git(
    'reset, amend by an editor',
    `echo 5 >a && GIT_EDITOR='sed -i s/first/amended/' git commit -q -a --amend && git log --format=%s && git reset -q --soft HEAD && git fsck`,
  ),
  git(
    'gc, repack, pack-refs',
    'git gc -q --aggressive && git repack -adq && git pack-refs --all && git count-objects -v | grep -v size && git log --format=%s',
    TWO_BRANCHES,
  ),
  git(
    'a linked tree in the project',
    'git worktree add -q ./tree topic && cd tree && echo 6 >>a && git commit -qam "in the tree" && git log --format=%s && cd .. && git worktree list --porcelain | grep branch && git worktree remove tree',
    TWO_BRANCHES,
  ),
  git(
    'by make, in a linked tree',
    'cd tree/src && make -s && git -C ../.. log --format=%s topic -1',
    `${TWO_BRANCHES} && git worktree add -q tree topic`,
    {
      files: {
        'src/Makefile':
          'commit:\n\techo 6 >>../a && git commit -qam "in the tree" && git fetch -q . && git gc -q && git log --format=%s\n',
      },
      needs: 'git make',
      whole: false,
    },
  ),
  git(
    'submodules',
    'git -c protocol.file.allow=always submodule add -q ./library.git lib && git commit -qm lib && git submodule status | cut -d" " -f3 && cd lib && echo 1 >new && git add new && git commit -qm new && cd .. && git submodule foreach -q "git log --format=%s" && git status -s',
    `${REPOSITORY} && git clone -q --bare . library.git && echo library.git >.gitignore && git add .gitignore && git commit -qm ignore`,
  ),
  git(
    'clone, fetch, push, pull',
    'git push -q -u origin HEAD && git clone -q remote.git copy && cd copy && echo c >c && git add c && git commit -qm c && git push -q && cd .. && git pull -q --ff-only && git log --format=%s && git branch -vv | cut -c1-6',
    `${REPOSITORY} && git init -q --bare -b main remote.git && git remote add origin ./remote.git && printf "remote.git\\ncopy\\n" >.git/info/exclude`,
  ),
  git(
    'hooks',
    `git commit -qam hooked; git log --format=%s && cat log`,
    `${REPOSITORY} && printf '#!/bin/sh\\necho "$0" >>log\\nmktemp -u /tmp/XXX >/dev/null\\n' >.git/hooks/pre-commit && cp .git/hooks/pre-commit .git/hooks/post-commit && chmod +x .git/hooks/* && echo 9 >>a`,
  ),
  git(
    'patches',
    'git format-patch -q -1 topic && git apply --check 0001-topic.patch && git am -q 0001-topic.patch && git log --format=%s && git archive --format=tar HEAD | tar t',
    TWO_BRANCHES,
  ),
  git(
    'bisect',
    'git bisect start HEAD HEAD~2 && git bisect run sh -c "! grep -q 5 a" | tail -1; git bisect reset -q; git blame -s a | cut -d")" -f2',
    `${REPOSITORY} && echo 4 >>a && git commit -qam second && echo 5 >>a && git commit -qam third`,
  ),
  git(
    'settings of the project',
    'git config user.nickname x && git config --list --local | grep nick && git remote add up ./x && git remote -v && git sparse-checkout set src && ls',
  ),
  git('settings of the user', 'git config --global user.nickname x', REPOSITORY, {
    refused: /could not lock config file|Permission denied/,
  }),
  git(
    'names and passwords of remotes',
    'printf "protocol=https\\nhost=example.com\\nusername=u\\npassword=p\\n" | git -c credential.helper=cache credential approve 2>/dev/null; git credential-cache exit; echo still',
  ),
  git(
    'LFS',
    'git lfs install --local >/dev/null && git lfs track "*.bin" && head -c 100 /dev/zero >a.bin && git add -A && git commit -qm lfs && git lfs ls-files -n && git lfs fsck',
    REPOSITORY,
    { needs: 'git git-lfs' },
  ),
  git(
    'large files and line endings',
    'printf "a\\r\\n" >crlf && echo "* text=auto" >.gitattributes && git add -A 2>/dev/null && git commit -qm eol && git ls-files --eol && git diff --stat HEAD~1',
  ),
];
