/** What every command that shows changes takes. Source: `git diff --no-index -h`, diff-options in git-diff(1) 2.39. */
export const DIFF = `
  -z, -l =text, -R, -S =text, -G =text, -O =text, -p -u --[no-]patch -s!, -U --unified [=text]
  -W --[no-]function-context, --raw, --patch-with-raw, --patch-with-stat, --numstat, --shortstat, -X --dirstat [=text]
  --cumulative, --dirstat-by-file [=text], --check, --summary, --name-only, --name-status, --stat [=text]
  --stat-width =text, --stat-name-width =text, --stat-graph-width =text, --stat-count =text, --[no-]compact-summary
  --binary, --[no-]full-index, --[no-]color [=text], --ws-error-highlight =text, --[no-]abbrev [=text]
  --src-prefix =text, --dst-prefix =text, --line-prefix =text, --no-prefix, --inter-hunk-context =text
  --output-indicator-new =text, --output-indicator-old =text, --output-indicator-context =text
  -B --break-rewrites [=text], -M --find-renames [=text], -D --irreversible-delete, -C --find-copies [=text]
  --[no-]find-copies-harder, --no-renames, --[no-]rename-empty, --[no-]follow, --[no-]minimal, -w --ignore-all-space
  -b --ignore-space-change, --ignore-space-at-eol, --ignore-cr-at-eol, --ignore-blank-lines
  -I --[no-]ignore-matching-lines =text, --[no-]indent-heuristic, --patience, --histogram, --diff-algorithm =text
  --anchored =text, --word-diff [=text], --word-diff-regex =text, --color-words [=text], --[no-]color-moved [=text]
  --[no-]color-moved-ws =text, --[no-]relative [=text], -a --[no-]text, --[no-]exit-code, --[no-]quiet
  --[no-]ext-diff, --[no-]textconv, --ignore-submodules [=text], --submodule [=text], --ita-invisible-in-index
  --ita-visible-in-index, --pickaxe-all, --pickaxe-regex, --rotate-to =text, --skip-to =text, --find-object =text
  --diff-filter =text, --output =write
`;

/** What chooses and shows commits. Source: git-rev-list(1) 2.39. */
export const REVISIONS = `
  -n --max-count =text, --skip =text, --since =text, --after =text, --until =text, --before =text
  --since-as-filter =text, --max-age =text, --min-age =text, --author =text, --committer =text, --grep-reflog =text
  --grep =text, --all-match, --invert-grep, -i --regexp-ignore-case, --basic-regexp, -E --extended-regexp
  -F --fixed-strings, -P --perl-regexp, --remove-empty, --merges, --no-merges, --min-parents =text
  --max-parents =text, --no-min-parents, --no-max-parents, --first-parent, --exclude-first-parent-only, --not, --all
  --branches [=text], --tags [=text], --remotes [=text], --glob =text, --exclude =text, --exclude-hidden =text
  --reflog, --alternate-refs, --single-worktree, --ignore-missing, --bisect, --stdin, --cherry-mark, --cherry-pick
  --left-only, --right-only, --cherry, -g --walk-reflogs, --merge, --boundary, --simplify-by-decoration, --show-pulls
  --full-history, --dense, --sparse, --simplify-merges, --ancestry-path [=text], --topo-order, --date-order
  --author-date-order, --reverse, --no-walk [=text], --do-walk, --pretty [=text], --format =text, --[no-]abbrev-commit
  --oneline, --encoding =text, --[no-]expand-tabs [=text], --[no-]notes [=text], --show-notes [=text]
  --[no-]standard-notes, --show-signature, --relative-date, --date =text, --parents, --children, --left-right
  --[no-]graph, --show-linear-break [=text], --count, --timestamp, -c, --cc, -m, -t, --diff-merges =text
  --no-diff-merges, --combined-all-paths, --remerge-diff, --dd, --full-diff, --log-size, --[no-]mailmap
  --[no-]decorate [=text]
`;
