import { GIT_VARIABLES } from '../model/facts.ts';
import { HOOK_NAMES } from '../runners/git-hooks.ts';

/**
 * Languages whose simple code sh can recognise as starting nothing and writing no file; `file` = code that stands in a file, `hooks` =
 * in hooks of the repository, `above` = in files of these names, or beside them, from the working directory up.
 */
export type CodeLanguage = 'awk' | 'sed' | 'shell' | 'file' | 'hooks' | 'above';

/** In lines, and for agents, whose variables a shim knows: a person's own script costs no start of Node. */
const READS_FILES = '[ "${__ss_written+x}${__ss_marked-}" ] || [ "${SAFESHELL_CONTEXT-}" = ai ] || return 1';

/** Characters; far below the limits of the readers of code. */
const MAX_CODE = 300;

/** Of a repository's configuration; it is read line by line, which takes sh time. */
const MAX_CONFIG_LINES = 100;

/** A file beside the shims with the output of namesText. */
export const NAMES_FILE = '.names';

interface Names {
  readonly words: readonly string[];
  readonly paths: readonly string[];
}

/** Programs whose gates read NAMES_FILE. */
export function readsNames(): readonly string[] {
  return SHELLS;
}

export const SHELLS = ['sh', 'dash', 'bash'];

/**
 * sh lines for NAMES_FILE. A shell's shim reads it only for calls with code, as it is long. No names = a rule may match any
 * command.
 */
export function namesText(gate: Names | undefined): string {
  if (gate === undefined) return '__ss_named=\n';
  const words = gate.words.filter((word) => !HARMLESS.includes(word));
  const paths = gate.paths.length === 0 ? "''" : gate.paths.join(' | ');
  return `__ss_named=' ${words.join(' ')} '
__ss_is_of_rule() { case $1 in ${paths}) return 0 ;; *) return 1 ;; esac; }
`;
}

/** Builtins that no rule is about and that change nothing for later commands. */
const HARMLESS = ['exit', 'test'];

/**
 * For each a function of sh that succeeds unless all code in the words is of that kind. They read code as the readers in
 * the room `shell` do; what they do not know may be anything.
 */
export const CODE_TESTS: Readonly<Record<CodeLanguage, { readonly name: string; readonly text: string }>> = {
  file: {
    name: '__ss_file_runs',
    text: `__ss_file_runs() {
${READS_FILES}
case \${1-} in
-mpytest | -munittest* | -m)
case $* in -m*pytest* | -m*unittest*) return 0 ;; esac # programs that run files
[ -e "\${2%%.*}.py" ] || [ -d "\${2%%.*}" ] ;;
'' | -*) return 1 ;;
*) [ -e "$1" ] ;;
esac
}`,
  },
  // each hook by name, as a shell may be told to expand no globs; a worktree or submodule has its hooks elsewhere
  hooks: {
    name: '__ss_hooks_run',
    text: `__ss_hooks_run() {
${READS_FILES}
[ "$__ss_place" = direct ] && [ -z "${GIT_VARIABLES.map((name) => `\${${name}+x}`).join('')}" ] || return 0
__ss_up=\${PWD%/}
while [ ! -e "$__ss_up/.git" ] && [ ! -h "$__ss_up/.git" ]; do
[ "$__ss_up" ] || return 1
__ss_up=\${__ss_up%/*}
done
__ss_up=$__ss_up/.git
[ -d "$__ss_up" ] && [ ! -h "$__ss_up" ] || return 0
for __ss_hook in ${HOOK_NAMES.join(' ')}; do [ -e "$__ss_up/hooks/$__ss_hook" ] && return 0; done
[ -e "$__ss_up/config" ] || return 1
[ -f "$__ss_up/config" ] && [ -r "$__ss_up/config" ] || return 0
__ss_count=0
while IFS= read -r __ss_line || [ "$__ss_line" ]; do
__ss_count=$((__ss_count + 1))
[ "$__ss_count" -lt ${MAX_CONFIG_LINES} ] || return 0
case $__ss_line in *[Hh][Oo][Oo][Kk][Ss][Pp][Aa][Tt][Hh]*) return 0 ;; esac
done <"$__ss_up/config"
return 1
}`,
  },
  // its words: names of files, and the beginnings of options with which the file may stand anywhere
  above: {
    name: '__ss_above_runs',
    text: `__ss_above_runs() {
${READS_FILES}
[ "$__ss_place" = direct ] || return 0
for __ss_word do
case $__ss_word in -*) case $__ss_words in *" $__ss_word"*) return 0 ;; esac ;; esac
done
__ss_up=\${PWD%/}
while :; do
for __ss_word do
case $__ss_word in -*) ;; *) [ -e "$__ss_up/$__ss_word" ] && return 0 ;; esac
done
[ "$__ss_up" ] || return 1
__ss_up=\${__ss_up%/*}
done
}`,
  },
  // what a reader of awk finds needs one of these; options but -F and -v may hold code
  awk: {
    name: '__ss_awk_runs',
    text: `__ss_awk_runs() {
__ss_want=code
for __ss_word do
case $__ss_want$__ss_word in
code-F?* | code-v?*) ;;
code-F | code-v) __ss_want=value ;;
value*) __ss_want=code ;;
code-* | code*system* | code*getline* | code*print*['|>']*) return 0 ;;
code*)
[ "\${#__ss_word}" -lt ${MAX_CODE} ] || return 0
__ss_want= ;;
esac
done
[ "$__ss_want" ]
}`,
  },
  // __ss_sed_text takes a text up to its delimiter off __ss_rest; in a pattern brackets hide it
  sed: {
    name: '__ss_sed_runs',
    text: `__ss_sed_text() { # delimiter, is it a pattern
while :; do
__ss_rest=\${__ss_rest#"\${__ss_rest%%["$1"\\\\[]*}"}
case $__ss_rest in
"$1"*) __ss_rest=\${__ss_rest#?}; return 0 ;;
\\\\?*) __ss_rest=\${__ss_rest#??} ;;
'['*)
__ss_rest=\${__ss_rest#?}
if [ "$2" ]; then
__ss_rest=\${__ss_rest#^}
case $__ss_rest in "$__ss_nl"*) return 1 ;; ?*']'*) __ss_rest=\${__ss_rest#?} ;; *) return 1 ;; esac
case \${__ss_rest%%']'*} in *"$__ss_nl"*) return 1 ;; esac
__ss_rest=\${__ss_rest#*']'}
fi ;;
*) return 1 ;;
esac
done
}
__ss_sed_is_plain() { # code
__ss_code=$__ss_code$1
__ss_rest=$1
while [ "\${#__ss_code}" -lt ${MAX_CODE} ]; do
case $__ss_rest in
'') return 0 ;;
[' ;,$!{pPdDgGhHnNx=+~'0-9]* | "$__ss_nl"* | '}' | '}'[';}']* | "}$__ss_nl"*) __ss_rest=\${__ss_rest#?} ;;
/*)
__ss_rest=\${__ss_rest#?}
__ss_sed_text / pattern || return 1
case $__ss_rest in [IM]*) __ss_rest=\${__ss_rest#?} ;; esac ;;
[sy]['/|,#@%~+_:;']*)
__ss_end=\${__ss_rest#?}
__ss_end=\${__ss_end%"\${__ss_end#?}"}
__ss_is=\${__ss_rest%"\${__ss_rest#?}"}
__ss_rest=\${__ss_rest#??}
__ss_sed_text "$__ss_end" "\${__ss_is#y}" && __ss_sed_text "$__ss_end" '' || return 1
while [ $__ss_is = s ]; do
case $__ss_rest in [gpiIMm0-9]*) __ss_rest=\${__ss_rest#?} ;; *) break ;; esac
done ;;
['btTqQl:#']*) __ss_rest=\${__ss_rest#"\${__ss_rest%%[;\\}"$__ss_nl"]*}"} ;;
[aic]*) case $__ss_rest in *"$__ss_nl"*) return 1 ;; *) return 0 ;; esac ;;
*) return 1 ;;
esac
done
return 1
}
__ss_sed_runs() {
__ss_nl='
'
__ss_want=code __ss_code=
for __ss_word do
case $__ss_want:$__ss_word in
next:*)
__ss_sed_is_plain "$__ss_word" || return 0
__ss_want=file ;;
*:-i*) ;;
*:-?*)
__ss_rest=\${__ss_word#-}
case \${__ss_rest%e} in *[!nErsuz]*) return 0 ;; esac
case $__ss_rest in *e) __ss_want=next ;; esac ;;
code:?*)
__ss_sed_is_plain "$__ss_word" || return 0
__ss_want=file ;;
esac
done
[ "$__ss_want" = next ]
}`,
  },
  // commands of plain words, joined by && || | ;, with no name and no path from NAMES_FILE in them
  shell: {
    name: '__ss_shell_runs',
    text: `__ss_path_counts() { # word
case $1 in .) __ss_is_of_rule "$PWD"; return ;; -*=*) set -- "\${1#*=}" ;; -*) return 1 ;; *=*) __ss_path_counts "\${1#*=}" && return 0 ;; esac
case $1 in /*) __ss_at=$1 ;; *) __ss_at=$PWD/$1 ;; esac
case $__ss_at/ in *//* | */./* | */../*) return 0 ;; esac
__ss_is_of_rule "$__ss_at" && return 0
while [ "$__ss_at" != "$PWD" ] && [ "$__ss_at" ]; do
[ -h "$__ss_at" ] && return 0
__ss_at=\${__ss_at%/*}
done
return 1
}
__ss_shell_runs() {
[ "$__ss_place:\${1-}" = direct:-c ] && [ "\${2-}" ] && [ -r "$__ss_shims/${NAMES_FILE}" ] || return 0
case $2 in *[!' &|;'A-Za-z0-9_@+=:,./-]*) return 0 ;; esac
[ "\${#2}" -lt ${MAX_CODE} ] || return 0
. "$__ss_shims/${NAMES_FILE}"
[ "$__ss_named" ] || return 0
__ss_ifs=$IFS IFS=' '
set -- $2
IFS=$__ss_ifs
__ss_want=start
for __ss_word do
__ss_next=word
case $__ss_want:$__ss_word in
word:'&&' | word:'||' | word:'|') __ss_want=start; continue ;;
word:';') __ss_want=none; continue ;;
*';') __ss_word=\${__ss_word%?} __ss_next=none ;;
esac
case $__ss_word in '' | *[!A-Za-z0-9_@+=:,./-]*) return 0 ;; esac
case $__ss_want$__ss_word in word.) ;; *) case $__ss_named in *" \${__ss_word##*/} "*) return 0 ;; esac ;; esac
if [ "$__ss_want" = word ]; then
__ss_path_counts "$__ss_word" && return 0
else
case $__ss_word in [!A-Za-z]* | *[!A-Za-z_-]*) return 0 ;; esac
fi
__ss_want=$__ss_next
done
[ "$__ss_want" = start ]
}`,
  },
};
